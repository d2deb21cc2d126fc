//! A game that goes on over whatever happens to its server.

use protocol::RoomCode;
use serde_json::json;
use tests::{Client, client::play_out, client::seat_two, soon};

/// Two players on a board on which nobody wins soon.
pub struct LongGame {
    url: String,
    room: RoomCode,
    ana: Client,
    bia: Client,
    plies: u16,
}

impl LongGame {
    /// Begins one, as soon as the server is there.
    pub async fn begin(address: &str) -> LongGame {
        let url = format!("ws://{address}/ws");
        until_ready(address).await;
        let (mut ana, mut bia) = (Client::connect(&url).await, Client::connect(&url).await);
        ana.hello("Ana").await;
        bia.hello("Bia").await;
        let rules = json!({"rules": {"width": 15, "height": 15, "line": 15}});
        let room = seat_two(&mut ana, &mut bia, rules).await;
        LongGame {
            url,
            room,
            ana,
            bia,
            plies: 0,
        }
    }

    /// Each makes a move, which the other sees.
    pub async fn goes_on(&mut self) {
        let cells = [self.plies, self.plies + 1];
        play_out(&mut self.ana, &mut self.bia, &cells).await;
        self.plies += 2;
    }

    /// Both come back, find every move that was acknowledged, and go on.
    pub async fn comes_back(&mut self) {
        for seat in [&mut self.ana, &mut self.bia] {
            let mut again = Client::connect(&self.url).await;
            again.hello("").await;
            again.resume(self.room, &seat.secret, 0).await;
            again.snapshot().await;
            *seat = again;
        }
        self.ana.up_to(self.bia.view.seq).await;
        let game = self.ana.view.game.as_ref().expect("a game");
        assert_eq!(game.moves.len(), usize::from(self.plies));
        self.goes_on().await;
    }
}

/// Waits until a server accepts connections there.
pub async fn until_ready(address: &str) {
    soon("the server", async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

//! A game that goes on over whatever happens to its server.

use protocol::{Answer, Frame, RoomCode};
use serde_json::json;
use tests::{
    Client,
    client::{Received, play_out, seat_two},
    soon,
};

/// Two players on a board on which nobody wins: they fill it from the first cell on.
pub struct LongGame {
    url: String,
    room: RoomCode,
    ana: Client,
    bia: Client,
    /// Number of moves acknowledged.
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
        let rules = json!({"rules": {"width": 19, "height": 19, "line": 19}});
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

    /// Both move in turn, once each time that `pace` comes back, until their server ends under them;
    /// how many moves were acknowledged meanwhile.
    pub async fn goes_on_until_cut(&mut self, mut pace: impl AsyncFnMut()) -> u16 {
        let before = self.plies;
        loop {
            pace().await;
            let (mover, waiter) = if self.ana.my_turn() {
                (&mut self.ana, &mut self.bia)
            } else {
                (&mut self.bia, &mut self.ana)
            };
            let is_acknowledged = try_play(mover, self.plies).await;
            self.plies += u16::from(is_acknowledged);
            if !is_acknowledged || !try_follow(waiter, mover.view.seq).await {
                return self.plies - before;
            }
        }
    }

    /// Both come back, find every move that was acknowledged, and go on.
    pub async fn comes_back(&mut self) {
        for seat in [&mut self.ana, &mut self.bia] {
            let mut again = Client::connect(&self.url).await;
            again.hello("").await;
            again.return_to(self.room, &seat.secret).await;
            *seat = again;
        }
        self.ana.up_to(self.bia.view.seq).await;
        let game = self.ana.view.game.as_ref().expect("a game");
        let found: Vec<u16> = game.moves.iter().map(|played| played.cell).collect();
        // One more may have been kept whose answer did not arrive.
        let kept = u16::try_from(found.len()).expect("as many as there are cells");
        assert!((self.plies..=self.plies + 1).contains(&kept), "{found:?}");
        assert_eq!(found, (0..kept).collect::<Vec<_>>());
        self.plies = kept;
        self.goes_on().await;
    }
}

/// Plays a cell; whether that was acknowledged before the connection ended.
async fn try_play(mover: &mut Client, cell: u16) -> bool {
    let request = mover.move_to(cell);
    let request = mover.numbered(request);
    let id = mover.send(request).await;
    while let Received::Frame(frame) = mover.receive().await {
        if let Frame::Reply(reply) = *frame
            && reply.id == id
        {
            return matches!(reply.answer, Answer::Ok(_));
        }
    }
    false
}

/// Reads on to the event of that number; whether it came before the connection ended.
async fn try_follow(waiter: &mut Client, seq: u64) -> bool {
    while waiter.view.seq < seq {
        if let Received::Closed(_) = waiter.receive().await {
            return false;
        }
    }
    true
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

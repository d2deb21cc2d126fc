//! Price of everything that a stranger can ask for, in microseconds of
//! processor: the one table. Measured on one core of 2020 and rounded up; the
//! budget needs their proportions more than their exact size.

use protocol::request::Body;

/// Microseconds of processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(pub u32);

impl Cost {
    /// A connection, from its acceptance to its end.
    pub const CONNECTION: Cost = Cost(120);
    /// A WebSocket handshake, and the connection's set-up behind it.
    pub const HANDSHAKE: Cost = Cost(180);
    /// A TLS handshake: a signature and two agreements on a key.
    pub const TLS_HANDSHAKE: Cost = Cost(500);
    /// The additional cost of a signature with an RSA key of 1,024 bits.
    pub const RSA_1024: Cost = Cost(100);
    /// A plain request whose answer is ready, such as a file of the page.
    pub const REQUEST: Cost = Cost(60);
    /// A text that is put together for each request.
    pub const TEXT: Cost = Cost(70);
    /// A look at a room from outside, and the page that tells of it.
    pub const INVITATION: Cost = Cost(150);
    /// The picture of a board that is not in the cache. Drawn at the lowest priority,
    /// so that it costs people's games less than it takes.
    pub const PICTURE: Cost = Cost(5_000);
    /// A monitor's question.
    pub const HEALTH: Cost = Cost(60);
    /// The figures of everything, or the lack of a token for them.
    pub const METRICS: Cost = Cost(500);
    /// A QR code that is not in the cache.
    pub const QR_CODE: Cost = Cost(60);
    /// A finished game, read from disk and put together. [`Cost::of_bytes`]
    /// of its record comes on top.
    pub const GAME: Cost = Cost(250);
    /// A hint, and the review of a game or a position, in advance: what the search takes beyond that is paid once it
    /// is known.
    pub const HINT: Cost = Cost(300);
    pub const REVIEW: Cost = Cost(300);
    /// A page of the list of rooms.
    pub const ROOM_LIST: Cost = Cost(120);
    /// A frame of a WebSocket, or the work to refuse it.
    pub const FRAME: Cost = Cost(8);
    /// Ending a flood: what still comes is read and dropped.
    pub const FLOOD: Cost = Cost(250);
    /// From this on the budget is asked before it is done; the rest is paid
    /// for afterwards, many at a time.
    const EXPENSIVE: Cost = Cost(100);

    /// Reading and parsing `bytes` bytes.
    pub fn of_bytes(bytes: usize) -> Cost {
        Cost(u32::try_from(bytes / 128).unwrap_or(u32::MAX))
    }

    /// A request of the contract, without its frame.
    pub fn of_request(body: &Body) -> Cost {
        Cost(match body {
            Body::Ping(_) | Body::Cancel | Body::Unwatch | Body::React(_) => 10,
            Body::Seat(_) | Body::Hello(_) => 40,
            // A step of the journal, like a seat's.
            Body::SetName(_)
            | Body::Subscribe(_)
            | Body::Unsubscribe(_)
            | Body::ShareSeat(_)
            | Body::UnshareSeat
            | Body::SetWebhook(_)
            | Body::RemoveWebhook => 60,
            Body::Rooms(_) => return Cost::ROOM_LIST,
            // A room each, which may have to be read.
            Body::Seats(asked) => 60 * u32::try_from(asked.secrets.len()).unwrap_or(u32::MAX / 60),
            Body::Resume(_) | Body::JoinRoom(_) | Body::WatchRoom(_) | Body::TakeSeat(_) => 200,
            Body::CreateRoom(_) | Body::QuickMatch(_) | Body::Play(_) | Body::Exhibit(_) => 300,
            Body::Hint => return Cost::HINT,
            Body::Review(_) | Body::Analyse(_) => return Cost::REVIEW,
        })
    }

    /// Whether the budget has to be asked before.
    pub fn is_expensive(self) -> bool {
        self >= Cost::EXPENSIVE
    }
}

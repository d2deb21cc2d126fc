//! Tests of `frame_buffer`.

use tokio_tungstenite::tungstenite::protocol::frame::FrameSocket;

use super::*;

#[test]
fn frames_of_every_length_are_read_back_by_tungstenite() {
    for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
        let mut frames = FrameBuffer::default();
        frames.text(&"x".repeat(length));
        frames.close(1001);
        let mut socket = FrameSocket::new(io::Cursor::new(frames.bytes));
        let frame = socket.read(None).unwrap().unwrap();
        assert_eq!(frame.payload().len(), length);
        let close = socket.read(None).unwrap().unwrap();
        assert_eq!(close.payload(), &1001_u16.to_be_bytes());
    }
}

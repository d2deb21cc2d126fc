//! A name server that knows one address.

use std::net::SocketAddr;

use tokio::net::UdpSocket;

/// A header of 12 bytes stands before the question.
const QUESTION: usize = 12;
const IPV4_ADDRESS: [u8; 2] = [0, 1];
/// The name of the question; an IPv4 address of the Internet, for no time; 127.0.0.1.
const ANSWER: [u8; 16] = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1];

/// Says of every name, for as long as the test runs, that it is this machine's. Its own address is not the
/// one that systemd-resolved has.
pub async fn serve() -> SocketAddr {
    let address = SocketAddr::from(([127, 0, 83, 53], 53));
    let socket = UdpSocket::bind(address).await.unwrap();
    tokio::spawn(async move {
        let mut packet = [0; 512];
        loop {
            let (length, from) = socket.recv_from(&mut packet).await.unwrap();
            socket
                .send_to(&reply(&packet[..length]), from)
                .await
                .unwrap();
        }
    });
    address
}

/// RFC 1035, section 4.
fn reply(query: &[u8]) -> Vec<u8> {
    let mut end = QUESTION;
    while query[end] != 0 {
        end += 1 + usize::from(query[end]);
    }
    let answers = u8::from(query[end + 1..=end + 2] == IPV4_ADDRESS);
    let mut reply = query[..2].to_vec();
    // A reply without an error, to one question.
    reply.extend([0x81, 0x80, 0, 1, 0, answers, 0, 0, 0, 0]);
    reply.extend(&query[QUESTION..end + 5]);
    reply.extend(ANSWER.repeat(answers.into()));
    reply
}

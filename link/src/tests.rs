//! Tests of links, over loopback.

use std::{future::poll_fn, io, net::SocketAddr, sync::Arc};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
    task::{JoinHandle, JoinSet},
};

use super::*;

/// More than all windows and sockets keep.
const MUCH: usize = 8 << 20;

/// As many may wait to be looked at.
const STREAMS: usize = 4_096;

/// A node that waits to be dialled, and one that it expects.
struct Pair {
    door: LinkDoor<u32>,
    to: SocketAddr,
    host: PeerIdentity,
    guest: PeerIdentity,
}

impl Pair {
    async fn new() -> Pair {
        let (host, guest) = (PeerIdentity::new().unwrap(), PeerIdentity::new().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let to = listener.local_addr().unwrap();
        let guests = Arc::new(Guests::default());
        guests.expect(guest.fingerprint(), 7);
        let door = LinkDoor::new(listener, &host, guests).unwrap();
        Pair {
            door,
            to,
            host,
            guest,
        }
    }

    /// Both ends of a link, of which the dialling one runs.
    async fn link(&mut self) -> (PeerLink, ArrivedLink, JoinHandle<PeerLinkEnd>) {
        let dialled = PeerLink::dial(self.to, &self.guest, self.host.fingerprint());
        let mut greetings = JoinSet::new();
        let arrived = async {
            loop {
                tokio::select! {
                    arrival = self.door.next() => drop(greetings.spawn(arrival.greet())),
                    Some(Ok(Some(arrived))) = greetings.join_next() => return arrived,
                }
            }
        };
        let (dialled, (who, arrived)) = tokio::join!(dialled, arrived);
        assert_eq!(who, 7);
        let (link, end) = dialled.unwrap();
        (link, arrived, tokio::spawn(end.run()))
    }
}

/// Accepts every stream, hands the halves over, and goes on with the link's work.
fn accept_all(mut arrived: ArrivedLink) -> mpsc::Receiver<(CarriedReader, CarriedWriter)> {
    let (sender, receiver) = mpsc::channel(STREAMS);
    tokio::spawn(async move {
        while let Some(request) = arrived.next().await {
            match request.head() {
                "no" => request.refuse("because"),
                "much" => request.answer(vec![7; 500_000]),
                _ => {
                    let _ = sender.send(request.accept().unwrap()).await;
                }
            }
        }
    });
    receiver
}

async fn write_all(writer: &CarriedWriter, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match writer.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(why) => {
                assert_eq!(why.kind(), io::ErrorKind::WouldBlock);
                poll_fn(|cx| writer.poll_write_ready(cx)).await.unwrap();
            }
        }
    }
}

async fn read_all(reader: &mut CarriedReader, length: usize) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), [0; 999]);
    while all.len() < length {
        let read = poll_fn(|cx| reader.poll_read(cx, &mut buffer)).await;
        let read = read.unwrap();
        assert!(read > 0, "an early end");
        all.extend_from_slice(&buffer[..read]);
    }
    all
}

#[tokio::test]
async fn bytes_written_at_one_end_are_read_at_the_other_and_then_the_end() {
    let mut pair = Pair::new().await;
    let (link, arrived, _work) = pair.link().await;
    let mut streams = accept_all(arrived);
    let (mut here_reader, here) = link.open("stream").await.unwrap();
    let (mut there_reader, there) = streams.recv().await.unwrap();
    let bytes: Vec<u8> = (0..MUCH).map(|at| (at % 251) as u8).collect();
    let ((), got) = tokio::join!(write_all(&here, &bytes), read_all(&mut there_reader, MUCH));
    assert!(got == bytes, "to the one that was dialled");
    let ((), got) = tokio::join!(write_all(&there, &bytes), read_all(&mut here_reader, MUCH));
    assert!(got == bytes, "and back");
    write_all(&there, b"bye").await;
    drop((there, there_reader));
    assert_eq!(read_all(&mut here_reader, 3).await, b"bye");
    let mut buffer = [0; 1];
    let end = poll_fn(|cx| here_reader.poll_read(cx, &mut buffer)).await;
    assert_eq!(end.unwrap(), 0);
}

#[tokio::test]
async fn a_slow_reader_holds_one_window_and_delays_no_other_stream() {
    let mut pair = Pair::new().await;
    let (link, arrived, _work) = pair.link().await;
    let mut streams = accept_all(arrived);
    let (mut slow, up) = link.open("slow").await.unwrap();
    let (_slow_there, down) = streams.recv().await.unwrap();
    for (writer, window) in [(&up, WINDOW_THERE), (&down, WINDOW_BACK)] {
        let mut taken = 0;
        // Until nothing more is taken, however long the link is given to carry it.
        while let Ok(ready) = tokio::time::timeout(
            Duration::from_millis(200),
            poll_fn(|cx| writer.poll_reserve(cx, 100)),
        )
        .await
        {
            taken += writer.try_write(&vec![1; ready.unwrap()]).unwrap();
        }
        assert_eq!(taken, window as usize, "no more than the window");
    }
    let (mut quick, _up) = link.open("quick").await.unwrap();
    let (_there, down) = streams.recv().await.unwrap();
    let sent = vec![2; MUCH];
    let ((), got) = tokio::join!(write_all(&down, &sent), read_all(&mut quick, MUCH));
    assert!(got == sent);
    assert_eq!(read_all(&mut slow, 16_000).await.len(), 16_000);
}

#[tokio::test]
async fn many_small_pieces_that_wait_do_not_end_the_link() {
    let mut pair = Pair::new().await;
    let (link, arrived, _work) = pair.link().await;
    let mut streams = accept_all(arrived);
    let mut kept = Vec::new();
    for _ in 0..200 {
        let (reader, writer) = link.open("pieces").await.unwrap();
        for _ in 0..WINDOW_THERE {
            poll_fn(|cx| writer.poll_reserve(cx, 1)).await.unwrap();
            assert_eq!(writer.try_write(&[3]).unwrap(), 1);
        }
        kept.push((reader, writer, streams.recv().await.unwrap()));
    }
    let (_, _, (there, _)) = &mut kept[199];
    assert_eq!(read_all(there, 1_024).await, vec![3; 1_024]);
}

#[tokio::test]
async fn streams_that_end_in_great_number_do_not_end_the_link() {
    let mut pair = Pair::new().await;
    let (link, arrived, _work) = pair.link().await;
    let mut streams = accept_all(arrived);
    for round in 0..3 {
        let mut here = Vec::new();
        let mut there = Vec::new();
        for _ in 0..2_000 {
            here.push(link.open("one").await.unwrap());
            there.push(streams.recv().await.unwrap());
        }
        // Once from each end, and once while something is under way.
        match round {
            0 => here.clear(),
            1 => there.clear(),
            _ => {
                for (_, writer) in here.iter().chain(&there) {
                    writer.try_write(b"under way").unwrap();
                }
            }
        }
    }
    assert_eq!(link.ask("much").await.unwrap().len(), 500_000);
}

#[tokio::test]
async fn a_refusal_has_its_reason_and_an_answer_may_be_long() {
    let mut pair = Pair::new().await;
    let (link, arrived, _work) = pair.link().await;
    let _streams = accept_all(arrived);
    let refused = link.open("no").await.unwrap_err();
    assert!(matches!(refused, StreamError::Refused(why) if why == "because"));
    assert!(matches!(link.ask("no").await, Err(StreamError::Refused(_))));
    assert_eq!(link.ask("much").await.unwrap(), vec![7; 500_000]);
}

#[tokio::test]
async fn a_link_whose_other_end_is_gone_is_closed() {
    let mut pair = Pair::new().await;
    let (_link, arrived, work) = pair.link().await;
    drop(arrived);
    assert_eq!(work.await.unwrap(), PeerLinkEnd::Closed);
}

#[tokio::test]
async fn a_link_whose_peer_stops_working_ends_as_silent() {
    let mut pair = Pair::new().await;
    let (_link, _arrived, work) = pair.link().await;
    // From here on time passes by itself while everybody waits.
    tokio::time::pause();
    assert_eq!(work.await.unwrap(), PeerLinkEnd::Silent);
}

#[tokio::test]
async fn only_an_expected_dialler_is_accepted_and_only_the_intended_host_is_trusted() {
    let mut pair = Pair::new().await;
    let stranger = PeerIdentity::new().unwrap();
    let to = pair.to;
    let host = pair.host.fingerprint();
    let work = tokio::spawn(async move { while pair.door.next().await.greet().await.is_none() {} });
    // With TLS 1.3 the one that dials learns only afterwards that it was refused.
    let refused = async {
        let (link, end) = PeerLink::dial(to, &stranger, host).await?;
        tokio::spawn(end.run());
        link.ask("much").await.map_err(io::Error::other)
    };
    assert!(refused.await.is_err());
    let wrong = PeerLink::dial(to, &stranger, stranger.fingerprint()).await;
    assert!(wrong.is_err());
    assert!(probe(to, stranger.fingerprint()).await.is_err());
    probe(to, host)
        .await
        .expect("it shows who it is to anybody");
    assert!(!work.is_finished(), "nobody has come in");
    work.abort();
}

#[tokio::test]
async fn silent_connections_of_strangers_delay_nobody() {
    let mut pair = Pair::new().await;
    let (to, mut silent) = (pair.to, Vec::new());
    let dialling = async {
        for _ in 0..300 {
            silent.push(TcpStream::connect(to).await.unwrap());
        }
    };
    // Handshakes that nobody goes on with are waited for meanwhile.
    let mut greetings = JoinSet::new();
    let accepting = async {
        loop {
            greetings.spawn(pair.door.next().await.greet());
        }
    };
    tokio::select! {
        () = dialling => {}
        () = accepting => {}
    }
    let (link, arrived, _work) = pair.link().await;
    let _streams = accept_all(arrived);
    assert_eq!(link.ask("much").await.unwrap().len(), 500_000);
}

#[tokio::test]
async fn a_link_that_one_end_lets_go_of_ends_its_streams_at_the_other() {
    let mut pair = Pair::new().await;
    let (link, arrived, work) = pair.link().await;
    let mut streams = accept_all(arrived);
    let (_reader, _writer) = link.open("stream").await.unwrap();
    let (mut reader, writer) = streams.recv().await.unwrap();
    work.abort();
    let mut buffer = [0; 1];
    let read = poll_fn(|cx| reader.poll_read(cx, &mut buffer)).await;
    assert!(!matches!(read, Ok(1..)), "an end or an error");
    assert!(writer.try_write(b"lost").is_err());
}

#[test]
fn a_fingerprint_is_read_as_it_is_written() {
    let fingerprint = PeerIdentity::new().unwrap().fingerprint();
    assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
    for text in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
        assert!(text.parse::<Fingerprint>().is_err());
    }
}

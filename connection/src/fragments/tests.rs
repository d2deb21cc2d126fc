//! Tests of `fragments`.

use proptest::prelude::*;

use super::*;

/// A masked frame as a client sends it.
fn frame(is_final: bool, opcode: u8, length: usize) -> Vec<u8> {
    let mut bytes = vec![if is_final { 0x80 } else { 0 } | opcode];
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ 0..=125), _) => bytes.push(0x80 | short),
        (_, Ok(length)) => {
            bytes.push(0x80 | 126);
            bytes.extend(length.to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    // Looks like fragments to a reader that loses count.
    bytes.extend(vec![0; 4 + length]);
    bytes
}

#[test]
fn sixty_four_fragments_pass_and_one_more_does_not() {
    for length in [0, 1, 125, 126, 300, 65_536] {
        let mut counter = FragmentCounter::new(4096);
        for message in 0..3 {
            assert!(counter.read(&frame(false, 1, length)), "{message}");
            for _ in 1..64 {
                assert!(counter.read(&frame(false, 0, length)));
                // A control frame between fragments belongs to no message.
                assert!(counter.read(&frame(true, 9, 4)));
            }
            assert!(counter.read(&frame(true, 0, length)));
        }
        assert!(counter.read(&frame(false, 1, length)));
        for _ in 1..64 {
            assert!(counter.read(&frame(false, 0, length)));
        }
        assert!(!counter.read(&frame(false, 0, length)));
    }
}

proptest! {
    #[test]
    fn fragments_are_counted_alike_however_the_bytes_are_split(
        frames in prop::collection::vec((any::<bool>(), 0u8..=10, 0usize..400), 0..40),
        cuts in prop::collection::vec(1usize..50, 1..20),
    ) {
        let bytes: Vec<u8> = frames.iter().flat_map(|(last, code, length)| frame(*last, *code, *length)).collect();
        let mut counter = FragmentCounter::new(4096);
        let mut rest = &bytes[..];
        for cut in cuts.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, others) = rest.split_at(rest.len().min(*cut));
            counter.read(piece);
            rest = others;
        }
        prop_assert!(matches!(counter.next, Next::Opcode));
        prop_assert_eq!(counter.skip, 0);
        let open = frames.iter().rev().take_while(|(last, code, _)| !last || code & 8 != 0);
        prop_assert_eq!(counter.count as usize, open.filter(|(last, ..)| !last).count());
    }
}

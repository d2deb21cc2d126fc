//! The block letters as drawn.

use protocol::RoomCode;

use super::*;

#[test]
fn every_symbol_of_a_code_has_its_own_letter() {
    // Each place of a code holds five bits, so these are all symbols.
    let codes = (0..32).map(|bits| RoomCode::from_bits(bits).to_string());
    let symbols: Vec<char> = codes.filter_map(|code| code.chars().next()).collect();
    assert_eq!(symbols.len(), 32);
    for symbol in symbols.into_iter().chain(['-']) {
        assert!(GLYPHS.iter().any(|(known, _)| *known == symbol), "{symbol}");
    }
    let shapes = GLYPHS.map(|(_, rows)| rows);
    let different = std::collections::BTreeSet::from(shapes);
    assert_eq!(different.len(), GLYPHS.len());
}

#[test]
fn the_letters_can_be_read() {
    let mut all = Vec::new();
    for text in ["23456789-", "ABCDEFGH", "JKLMNPQR", "STUVWXYZ"] {
        all.extend(tall(text, Charset::Box));
        all.push(String::new());
        all.extend(low(text));
        all.push(String::new());
    }
    all.iter_mut()
        .for_each(|line| line.truncate(line.trim_end().len()));
    insta::assert_snapshot!(all.join("\n"));
    assert!(tall("K7QX-4MTR", Charset::Ascii).concat().is_ascii());
    assert_eq!(tall("é", Charset::Box), ["      "; 5]);
}

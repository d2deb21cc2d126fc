//! Unit tests of `game_id`.

use super::*;

#[test]
fn an_id_reads_back_in_either_case() {
    for bits in [0, 1, u128::MAX, 0x0123_4567_89ab_cdef_0011_2233_4455_6677] {
        let id = GameId::from_bits(bits);
        let text = id.to_string();
        assert_eq!(text.len(), GameId::LENGTH);
        assert_eq!(text.parse(), Ok(id));
        assert_eq!(text.to_uppercase().parse(), Ok(id));
    }
}

#[test]
fn a_text_that_is_no_id_is_refused() {
    let right = GameId::from_bits(7).to_string();
    let too_much = "z".repeat(26);
    let foreign = format!("{}é", &right[..24]);
    for text in [
        "",
        &right[1..],
        &format!("{right}2"),
        &too_much,
        &foreign,
        "iiiiiiiiiiiiiiiiiiiiiiiiii",
    ] {
        assert_eq!(text.parse::<GameId>(), Err(NotAGameId), "{text}");
    }
}

#[test]
fn debug_output_hides_the_id() {
    assert_eq!(format!("{:?}", GameId::from_bits(5)), "GameId(…)");
}

#[test]
fn ids_are_in_the_order_of_time_and_differ_by_chance() {
    let (early, late) = (GameId::at(1_000, u128::MAX), GameId::at(1_001, 0));
    assert!(early < late);
    assert_eq!(early.bits() >> 80, 1_000);
    assert_ne!(GameId::at(1_000, 1), GameId::at(1_000, 2));
}

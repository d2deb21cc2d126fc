//! Unit tests of `ids`.

use super::*;

#[test]
fn a_code_reads_back_however_it_is_typed() {
    for bits in [0, 1, 0xff_ffff_ffff, 0x12_3456_789a] {
        let code = RoomCode::from_bits(bits);
        let text = code.to_string();
        assert_eq!(text.len(), 9);
        assert_eq!(text.parse(), Ok(code));
        assert_eq!(text.to_lowercase().replace('-', " ").parse(), Ok(code));
    }
}

#[test]
fn a_text_that_is_no_code_is_refused() {
    for text in [
        "",
        "K7QX-4MT",
        "K7QX-4MTRR",
        "K7QX-4MT0",
        "K7QX-4MTÉ",
        "IIII-IIII",
    ] {
        assert_eq!(text.parse::<RoomCode>(), Err(NotACode), "{text}");
    }
}

#[test]
fn a_ticket_reads_back_and_nothing_else_does() {
    for bits in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
        let ticket = TicketId::from_bits(bits);
        let text = ticket.to_string();
        assert_eq!(text.len(), TicketId::LENGTH);
        assert_eq!(text.parse(), Ok(ticket));
    }
    for text in [
        "",
        "222222222222",
        "zzzzzzzzzzzzz",
        "22222222222220",
        "é222222222222",
    ] {
        assert_eq!(text.parse::<TicketId>(), Err(NotATicket), "{text}");
    }
}

#[test]
fn debug_output_hides_the_code() {
    assert_eq!(format!("{:?}", RoomCode::from_bits(5)), "RoomCode(…)");
}

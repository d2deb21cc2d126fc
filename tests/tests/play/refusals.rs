//! Every refusal code, provoked once. The table below has to name every
//! variant, so a new code does not compile before somebody has provoked it or
//! said why that cannot be done here.

mod provoke;

use protocol::{Answer, Frame, Refusal};
use serde_json::json;
use tests::Client;

use crate::play::common::patient;

/// A row: the variant, and the test that provokes it, or why there is none.
macro_rules! codes {
    (
        provoked { $($variant:ident by $test:ident,)* }
        elsewhere { $($other:ident because $why:literal,)* }
    ) => {
        $(#[tokio::test]
        async fn $test() {
            let refused = provoke::$test().await;
            assert!(matches!(refused, Refusal::$variant { .. }), "{refused:?}");
        })*

        /// Why a code is not provoked here; nothing for those that are.
        fn excuse(refusal: &Refusal) -> Option<&'static str> {
            match refusal {
                $(Refusal::$variant { .. } => None,)*
                $(Refusal::$other { .. } => Some($why),)*
            }
        }
    };
}

codes! {
    provoked {
        BadMessage by what_is_no_request_is_a_bad_message,
        UnknownType by a_type_that_is_not_there,
        UnknownField by a_field_that_is_not_there,
        BadField by a_value_that_cannot_be,
        HelloFirst by anything_before_hello,
        AlreadyGreeted by hello_twice,
        VersionUnsupported by no_version_in_common,
        TooFast by more_requests_than_allowed,
        BadName by a_name_that_nobody_can_have,
        NameDuringGame by a_new_name_during_a_game,
        NoSuchRoom by a_code_that_leads_nowhere,
        RoomFull by a_third_player,
        WatchingFull by one_spectator_too_many,
        AlreadySeated by a_second_room,
        NotInRoom by a_command_without_a_room,
        NotSeated by a_command_of_a_spectator,
        TooManyRooms by one_room_too_many,
        RoomsTooFast by rooms_one_after_the_other,
        JoinsTooFast by guessing_codes,
        NotQueued by cancelling_nothing,
        CannotPlay by playing_somebody_who_is_not_there,
        TooManyComputers by one_computer_too_many,
        NoHint by a_hint_against_a_person,
        NoNotifications by notifications_of_a_game_that_is_played_at_once,
        NoSharedSeat by a_token_that_nobody_shares,
        TooManyDevices by a_fifth_device,
        NoWebhooks by a_webhook_where_none_is_called,
        OutOfOrder by a_command_skipped,
        NoGame by resigning_what_is_over,
        GameRunning by a_rematch_during_the_game,
        Stale by a_move_of_another_ply,
        NotYourTurn by a_move_out_of_turn,
        CellOutside by a_cell_beside_the_board,
        CellTaken by a_cell_with_a_mark,
        TooLateToAbort by an_abort_after_both_have_moved,
        OpponentPresent by a_win_against_somebody_who_is_there,
        GraceRunning by a_claim_within_the_grace,
        ClaimOnYourTurn by a_claim_instead_of_a_move,
        LinesOpen by a_draw_while_somebody_can_win,
        NoOpponent by a_rematch_with_nobody,
        OfferOpen by an_offer_beside_another,
        NoSuchOffer by an_answer_to_nothing,
        OwnOffer by an_answer_to_oneself,
        OfferCooldown by an_offer_again_at_once,
        BadTakeback by a_takeback_of_nothing,
        NotHost by a_guest_who_removes,
        GuestHasMoved by a_removal_too_late,
        Superseded by a_command_of_the_older_connection,
    }
    elsewhere {
        Unavailable because "the disk has to be full; the journal's own tests do that",
        ShuttingDown because "the server has to drain; `tests/tests/operator/` has it",
        RoomDamaged because "the journal has to be damaged; the journal's own tests do that",
        Internal because "it takes a fault of the server",
    }
}

#[test]
fn every_refusal_is_provoked_or_excused_with_a_reason() {
    assert!(excuse(&Refusal::Internal).is_some());
    assert!(excuse(&Refusal::NoGame).is_none());
}

#[tokio::test]
async fn a_request_before_hello_is_refused_before_anything_else() {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    for wrong in [
        json!({"type": "teleport"}),
        json!({"type": "resign", "n": "x"}),
        json!({"type": "rooms", "colour": "red"}),
    ] {
        assert_eq!(ana.refused(wrong).await, Refusal::HelloFirst);
    }
    let silent = ana.refused(json!({"type": "hello"})).await;
    assert!(matches!(silent, Refusal::BadField { field, .. } if field == "versions"));
    ana.hello("Ana").await;
    let again = ana.refused(json!({"type": "hello", "versions": 1})).await;
    assert_eq!(again, Refusal::AlreadyGreeted);
}

#[tokio::test]
async fn any_fields_beside_type_and_id_get_one_reply() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    for (id, rest) in [
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":1.0"#,
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":-1"#,
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":"x""#,
        r#""type":"create_room","settings":[],"secret":7"#,
        r#""type":"\ud800""#,
        r#""type":"hint","\ud800":[]"#,
        r#""type":"watch_room","room":null"#,
    ]
    .into_iter()
    .enumerate()
    {
        let id = 1_000 + id as u64;
        ana.send_text(&format!("{{\"id\":{id},{rest}}}")).await;
        assert!(matches!(ana.answer(id).await, Answer::Error(_)), "{rest}");
    }
    // A field that is not read need be no value that a program can hold.
    for (id, data) in [(2_000, "1e999"), (2_001, r#""\ud800""#), (2_002, "null")] {
        ana.send_text(&format!(
            "{{\"id\":{id},\"type\":\"ping\",\"data\":{data}}}"
        ))
        .await;
        let pong = ana.frame().await;
        assert!(
            matches!(&pong, Frame::Pong(pong) if pong.id == id && pong.data.as_ref().is_some_and(|it| it.get() == data)),
            "one reply each: {pong:?}"
        );
    }
}

//! Tests of `visits`.

use futures::FutureExt;

use super::*;

fn source(last: u8) -> Option<AddressGroup> {
    let address: std::net::IpAddr = [127, 0, 0, last].into();
    Some(address.into())
}

fn has_ended(visit: &VisitGuard) -> bool {
    visit.ended().now_or_never().is_some()
}

#[test]
fn at_capacity_the_address_with_most_connections_loses_its_oldest_waiting_one() {
    let visits = Arc::new(Visits::new(4));
    let enter = |last| visits.enter(source(last)).unwrap();
    let (alone, older, newer, busy) = (enter(1), enter(2), enter(2), enter(2));
    busy.answering();
    newer.answering();
    newer.answered();
    let _fifth = enter(3);
    assert!(has_ended(&newer), "it was answered, and loses nothing");
    drop(newer);
    assert_eq!(visits.count(), 4);
    let _sixth = enter(3);
    assert!(has_ended(&older));
    assert!(!has_ended(&alone) && !has_ended(&busy));
}

#[test]
fn at_capacity_a_newcomer_is_refused_while_no_connection_waits() {
    let visits = Arc::new(Visits::new(2));
    let (one, two) = (
        visits.enter(source(1)).unwrap(),
        visits.enter(source(2)).unwrap(),
    );
    one.answering();
    two.answering();
    assert_eq!(visits.enter(source(3)).unwrap_err(), LimitOf::Server);
    drop(one);
    let three = visits.enter(source(3)).unwrap();
    drop((two, three));
    assert_eq!(visits.count(), 0);
    assert!(visits.table.lock().by_source.is_empty());
}

#[test]
fn connections_kept_open_after_an_answer_are_bounded() {
    let visits = Arc::new(Visits::new(10_000));
    let all: Vec<_> = (0..=KEPT_OPEN)
        .map(|nth| {
            visits
                .enter(source(u8::try_from(nth % 9).unwrap()))
                .unwrap()
        })
        .collect();
    let answer = |visit: &VisitGuard| {
        visit.answering();
        visit.answered();
    };
    all.iter().for_each(answer);
    assert_eq!(all.iter().filter(|visit| has_ended(visit)).count(), 1);
    drop(all);
    assert_eq!(visits.table.lock().kept_open, 0);
}

#[test]
fn an_address_over_its_share_loses_its_oldest_waiting_connection_and_a_proxy_has_no_share() {
    let visits = Arc::new(Visits::new(10_000));
    let all: Vec<_> = (0..PER_ADDRESS)
        .map(|_| visits.enter(source(1)).unwrap())
        .collect();
    let _other = visits.enter(source(2)).unwrap();
    assert!(!has_ended(&all[0]));
    let _more = visits.enter(source(1)).unwrap();
    assert!(has_ended(&all[0]) && !has_ended(&all[1]));
    let proxy: Vec<_> = (0..=PER_ADDRESS).map(|_| visits.enter(None)).collect();
    assert!(proxy.iter().flatten().all(|visit| !has_ended(visit)));
}

#[test]
fn one_address_or_fifty_that_fill_the_server_lose_a_connection_to_a_newcomer() {
    let name = "HTTP streams";
    let visits = Arc::new(Visits::new(1_000));
    let take = |last, count| -> Vec<_> {
        let enter = |_| visits.enter(source(last)).unwrap();
        (0..count).map(enter).collect()
    };
    let ended = |held: &[VisitGuard]| held.iter().filter(|visit| has_ended(visit)).count();
    let mut one = take(1, PER_ADDRESS + 10);
    assert_eq!(ended(&one), 10, "{name}: its own gave way");
    let newcomer = visits.enter(source(2)).unwrap();
    assert_eq!(ended(&one), 0, "{name}: beside one address");
    one.iter().for_each(VisitGuard::answering);
    let refused = visits.enter(source(1)).unwrap_err();
    assert_eq!(refused, LimitOf::Address, "{name}: it is busy");
    one.clear();
    drop(newcomer);
    assert_eq!(visits.count(), 0, "{name}: at once");

    let mut fifty: Vec<_> = (1..=50).map(|last| take(last, 20)).collect();
    assert_eq!(visits.count(), 1_000);
    assert_eq!(fifty.iter().map(|held| ended(held)).sum::<usize>(), 0);
    // One of them has one more than the others.
    fifty[0].extend(take(1, 1));
    let gave_way = fifty.iter().map(|held| ended(held)).sum::<usize>();
    let newcomer = visits.enter(source(51)).unwrap();
    let again = fifty.iter().map(|held| ended(held)).sum::<usize>();
    assert_eq!((gave_way, again), (1, 1), "{name}: beside fifty");
    assert!(!has_ended(&newcomer));
    drop((fifty, newcomer));
    assert_eq!(visits.count(), 0);
}

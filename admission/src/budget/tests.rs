//! Tests of `budget`.

use std::net::Ipv6Addr;

use super::*;

/// A hundred microseconds a millisecond, ten thousand at once.
fn budgets() -> Budgets {
    let limits = Limits {
        work_us_per_s: 100_000,
        work_burst_us: 10_000,
        rooms_per_minute: 4,
        failed_joins_per_minute: 10,
        ..Limits::default()
    };
    Budgets::new(Arc::new(limits), 1_000)
}

fn source(text: &str) -> AddressGroup {
    text.parse::<IpAddr>().unwrap().into()
}

const THOUSAND: Allowance = Allowance::Work(Cost(1_000));
const NOW: u64 = 1_000_000;

/// Takes a thousand microseconds until there are no more; how many times.
fn drink(budgets: &Budgets, from: &str) -> usize {
    (0..)
        .take_while(|_| budgets.take(source(from), THOUSAND, NOW).is_ok())
        .count()
}

#[test]
fn each_address_has_a_budget_of_its_own() {
    let budgets = budgets();
    assert_eq!(drink(&budgets, "192.0.2.1"), 10);
    let here = source("192.0.2.1");
    assert_eq!(budgets.take(here, THOUSAND, NOW), Err(10));
    assert_eq!(budgets.take(here, THOUSAND, NOW + 10), Ok(()));
    assert_eq!(drink(&budgets, "192.0.2.2"), 10);
    // What is refused costs nothing.
    assert_eq!(budgets.take(here, THOUSAND, NOW + 19), Err(1));
    assert_eq!(budgets.take(here, THOUSAND, NOW + 20), Ok(()));
}

#[test]
fn a_56_prefix_has_eight_times_the_budget_of_a_64_and_a_48_prefix_sixty_four_times() {
    let budgets = budgets();
    let of_56: usize = (0..12)
        .map(|net| drink(&budgets, &format!("2001:db8:0:{net:x}::1")))
        .sum();
    assert_eq!(of_56, 80);
    // Another /56 of the same /48, and so on.
    let of_48: usize = (1..12)
        .flat_map(|net| (0..12).map(move |sub| net * 256 + sub))
        .map(|net: u32| drink(&budgets, &format!("2001:db8:0:{net:x}::1")))
        .sum();
    assert_eq!(of_56 + of_48, 640);
    assert_eq!(drink(&budgets, "2001:db8:1::1"), 10);
}

#[test]
fn rooms_and_codes_are_counted_by_themselves() {
    let budgets = budgets();
    let here = source("192.0.2.1");
    drink(&budgets, "192.0.2.1");
    for _ in 0..4 {
        assert_eq!(budgets.take(here, Allowance::Room, NOW), Ok(()));
    }
    assert_eq!(budgets.take(here, Allowance::Room, NOW), Err(15_000));
    let by = Guesser::new();
    let guess = |code: u32| Allowance::FailedJoin(Guess::of(&code, by));
    for code in 0..10 {
        assert_eq!(budgets.ask(here, guess(code), NOW), Ok(()));
        assert_eq!(budgets.take(here, guess(code), NOW), Ok(()));
    }
    assert_eq!(budgets.ask(here, guess(10), NOW), Err(6_000));
    assert_eq!(budgets.ask(here, guess(10), NOW + 6_000), Ok(()));
}

#[test]
fn a_wrong_code_is_paid_for_once_however_many_try_it() {
    let budgets = budgets();
    let by = Guesser::new();
    let guess = |code: u32| Allowance::FailedJoin(Guess::of(&code, by));
    for here in ["192.0.2.1", "2001:db8::1", "2001:db8:0:1::1"].map(source) {
        for _ in 0..30 {
            assert_eq!(budgets.take(here, guess(0), NOW), Ok(()));
        }
        for code in 1..10 {
            assert_eq!(budgets.take(here, guess(code), NOW), Ok(()));
        }
        assert_eq!(budgets.take(here, guess(10), NOW), Err(6_000));
        // What was tried already tells nothing new.
        assert_eq!(budgets.ask(here, guess(0), NOW), Ok(()));
    }
}

#[test]
fn distinct_wrong_codes_are_bounded_for_one_connection_and_for_many() {
    let budgets = budgets();
    let here = source("192.0.2.1");
    let tried = |by: &dyn Fn() -> Guesser| {
        let tried = (0..100_000_u32).filter(|code| {
            let guess = Allowance::FailedJoin(Guess::of(code, by()));
            budgets.take(here, guess, NOW + u64::from(*code)).is_ok()
        });
        tried.count()
    };
    // Ten at once, and ten a minute in the 100 seconds that this takes.
    let one = Guesser::new();
    assert_eq!(tried(&|| one), 10 + 16);
    // A client that opens a connection for each try has twice as many, and not one more.
    budgets.accounts.clear();
    assert_eq!(tried(&Guesser::new), 2 * (10 + 16));
}

#[test]
fn a_guesser_leaves_each_other_connection_its_first_try() {
    let budgets = budgets();
    for here in ["192.0.2.1", "2001:db8::1"].map(source) {
        let (eve, fay) = (Guesser::new(), Guesser::new());
        let guess = |code: u32, by| Allowance::FailedJoin(Guess::of(&code, by));
        for code in 0..10 {
            assert_eq!(budgets.take(here, guess(code, eve), NOW), Ok(()));
        }
        assert_eq!(budgets.take(here, guess(10, eve), NOW), Err(6_000));
        // A right code is not counted, so that it may be tried again.
        assert_eq!(budgets.ask(here, guess(11, fay), NOW), Ok(()));
        assert_eq!(budgets.take(here, guess(12, fay), NOW), Ok(()));
        assert_eq!(budgets.take(here, guess(13, fay), NOW), Err(6_000));
        // Eve goes on as fast as before, and Fay has another first try in a minute.
        for later in 1..=10 {
            let code = 13 + u32::try_from(later).unwrap();
            let at_ms = NOW + later * 6_000;
            assert_eq!(budgets.take(here, guess(code, eve), at_ms), Ok(()));
        }
        assert_eq!(budgets.take(here, guess(30, fay), NOW + 59_999), Err(6_001));
        assert_eq!(budgets.take(here, guess(30, fay), NOW + 60_000), Ok(()));
    }
}

#[test]
fn work_beyond_the_budget_delays_the_next_work() {
    let budgets = budgets();
    let here = source("192.0.2.1");
    assert_eq!(budgets.pay(here, Cost(10_000), NOW), Ok(()));
    assert_eq!(budgets.pay(here, Cost(1_000), NOW), Err(10));
    assert_eq!(budgets.take(here, THOUSAND, NOW + 19), Err(1));
    assert_eq!(budgets.take(here, THOUSAND, NOW + 20), Ok(()));
}

/// Fifty together ask for more than a core can do, and take turns. Somebody
/// who has asked for little passes them.
#[test]
fn an_address_that_asks_for_little_goes_first_while_others_ask_for_too_much() {
    let budgets = Budgets::new(Arc::new(Limits::default()), 1);
    let page = Allowance::Work(Cost::TEXT);
    let newcomer = source("198.51.100.7");
    let greedy = |host: u32| source(&format!("192.0.2.{host}"));
    assert_eq!(budgets.take(greedy(1), page, NOW), Ok(()));
    assert_eq!(budgets.turn(greedy(1), NOW), 0);
    for host in (0..50).cycle().take(50_000) {
        budgets.take(greedy(host), page, NOW).unwrap();
    }
    // Seventy milliseconds of each: half of a core would need seven seconds.
    assert!(budgets.turn(greedy(1), NOW) > 3_500);
    assert_eq!(budgets.take(newcomer, page, NOW), Ok(()));
    assert!(budgets.turn(newcomer, NOW) < 150);
    // In time the queue has gone.
    assert_eq!(budgets.turn(greedy(1), NOW + TURN_MS), 0);
}

#[test]
fn a_budget_above_the_machine_takes_no_turns() {
    let limits = Limits {
        work_us_per_s: 1_000_000_000,
        work_burst_us: 1_000_000_000,
        ..Limits::default()
    };
    let budgets = Budgets::new(Arc::new(limits), 1);
    for _ in 0..10_000 {
        assert_eq!(budgets.take(source("192.0.2.1"), THOUSAND, NOW), Ok(()));
    }
    assert_eq!(budgets.turn(source("192.0.2.1"), NOW), 0);
}

#[test]
fn a_budget_that_has_refilled_is_dropped() {
    let budgets = budgets();
    drink(&budgets, "2001:db8::1");
    drink(&budgets, "192.0.2.1");
    assert_eq!(budgets.networks_known(), 4);
    budgets.sweep(NOW + 99);
    assert_eq!(budgets.networks_known(), 2);
    budgets.sweep(NOW + 100);
    assert_eq!(budgets.networks_known(), 0);
}

/// The owner of a whole /32 comes from a new /64 each time.
#[test]
fn the_accounts_of_very_many_networks_are_bounded() {
    let name = "networks that are counted one by one";
    let budgets = budgets();
    let one = Allowance::Work(Cost(1));
    let ask = |address: IpAddr| budgets.take(address.into(), one, NOW).unwrap();
    let known = || budgets.networks_known();
    let here = "198.51.100.1".parse().unwrap();
    (0..10).for_each(|_| ask(here));
    assert_eq!(known(), 1, "{name}: one address");
    let there = "2001:db8::1".parse().unwrap();
    (0..10).for_each(|_| ask(there));
    assert_eq!(known(), 4, "{name}: one of IPv6");
    for host in 0..50 {
        ask([203, 0, 113, host].into());
    }
    assert_eq!(known(), 54, "{name}: fifty");

    for net in 0..200_000_u128 {
        // Bits 32 to 63: another /48 every 65,536.
        let address = Ipv6Addr::from_bits(0x2001_0db8 << 96 | net << 64);
        let _ = budgets.take(IpAddr::V6(address).into(), one, NOW);
    }
    assert!(known() <= NETWORKS + 4, "{name}: {}", known());
    // They share what a /48 has; everybody else has a budget all the same.
    assert_eq!(drink(&budgets, "192.0.2.1"), 640, "{name}: a /16");
    assert_eq!(drink(&budgets, "192.0.2.2"), 0);
    // When its budget is full again.
    budgets.sweep(NOW + 100);
    assert_eq!(known(), 0, "{name}: back");
    assert_eq!(drink(&budgets, "192.0.2.1"), 10);
}

#[test]
fn an_address_gets_a_hundred_refusals_at_once() {
    let budgets = budgets();
    let here = source("192.0.2.1");
    drink(&budgets, "192.0.2.1");
    let prompt = (0..500)
        .take_while(|_| budgets.is_prompt(here, NOW))
        .count();
    assert_eq!(prompt, 100);
    assert!(budgets.is_prompt(here, NOW + 50));
    assert!(budgets.is_prompt(source("192.0.2.2"), NOW));
}

#[test]
fn searches_spend_at_most_half_of_a_budget_and_shrink_towards_that() {
    let budgets = budgets();
    let here = source("192.0.2.1");
    assert_eq!(budgets.search_share(here, NOW), Ok(1.0));
    budgets.pay_search(here, Cost(1_000), NOW);
    assert_eq!(budgets.search_share(here, NOW), Ok(1.0));
    budgets.pay_search(here, Cost(2_000), NOW);
    let share = budgets.search_share(here, NOW).unwrap();
    assert!((share - 0.5).abs() < 0.001, "{share}");
    budgets.pay_search(here, Cost(7_000), NOW);
    // Ten thousand microseconds come back in a hundred milliseconds.
    assert_eq!(budgets.search_share(here, NOW), Err(50));
    assert!(budgets.search_share(here, NOW + 51).is_ok());
    assert_eq!(budgets.search_share(source("192.0.2.2"), NOW), Ok(1.0));
    assert_eq!(budgets.turn(here, NOW), 0, "nobody waits for a search");
}

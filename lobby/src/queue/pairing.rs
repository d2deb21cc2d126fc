//! The pairing rule: which waiting tickets are paired with each other.

use super::ticket::Ticket;

/// Pairs of indices, who waited longer first. `tickets` are in the order of
/// arrival, and no two suit each other that are both not `fresh`.
///
/// People meet people before anybody meets a program; who waited longest is
/// paired first, with who of the others waited longest. One fresh ticket is
/// compared with every other at most once.
pub(super) fn pairs(tickets: &[&Ticket], fresh: &[bool]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    let mut taken = vec![false; tickets.len()];
    let all_fresh: Vec<usize> = (0..tickets.len()).filter(|at| fresh[*at]).collect();
    for [one_is_bot, other_is_bot] in [[false, false], [false, true], [true, true]] {
        for (one, ticket) in tickets.iter().enumerate() {
            if taken[one] || ticket.bot != one_is_bot {
                continue;
            }
            let suits = |at: &usize| {
                let other = tickets[*at];
                *at != one && !taken[*at] && other.bot == other_is_bot && ticket.suits(other)
            };
            // Who came before and is of the same kind has looked already.
            let from = if one_is_bot == other_is_bot { one } else { 0 };
            let found = match fresh[one] {
                true => (from..tickets.len()).find(suits),
                false => all_fresh.iter().copied().find(suits),
            };
            if let Some(other) = found {
                (taken[one], taken[other]) = (true, true);
                pairs.push([one.min(other), one.max(other)]);
            }
        }
    }
    pairs
}

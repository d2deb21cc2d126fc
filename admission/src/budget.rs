//! The budget of each network: the work it may cause, the rooms it may open,
//! the codes it may try in vain. Everything that a stranger can ask for is
//! paid from here, by [`Cost`].
//!
//! An IPv6 /64, which is one subscriber, counts like an IPv4 address. A /56 has
//! 8 times as much and a /48 64 times, since telephone networks share them.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use dashmap::DashMap;
use ipnet::IpNet;
use parking_lot::Mutex;
use protocol::{Limits, Refusal};

use super::{
    cost::Cost,
    guesses::{Guess, Guesser, WrongGuessers, WrongGuesses},
    limiter::AddressGroup,
    load::NetworkLoad,
    rate::{Rate, RateMeter},
    refusals::Refusals,
};

/// Networks that are remembered one by one. Beyond it only /48 and /16 are
/// counted, so that the owner of a whole /32 fills no memory.
const NETWORKS: usize = 65_536;
/// The share of a processor core for strangers' work while others play:
/// microseconds a second.
const CORE_US_PER_S: u64 = 500_000;
/// Part of it that may wait before it has to take turns.
const QUEUE_MS: u64 = 20;
/// The longest that work waits for its turn: less than a stream may be silent,
/// and enough for as many handshakes as there may be connections. Beyond it
/// turns would come as close together as the work had come.
const TURN_MS: u64 = 4_000;
/// From this share of its budget on (one part in this number), an address waits
/// for all that came before it; an address that has used less waits less.
const LIGHT: f64 = 400.0;
/// The share of its budget that searches leave to an address for everything else.
const KEPT_FROM_SEARCHES: f64 = 0.5;
/// From this share of its budget on, a search gets all that it may cost.
const FULL_SEARCHES: f64 = 0.9;
/// Refusals that an address gets at once; further ones wait.
const PROMPT: Rate = Rate::new(20, 1_000, 100);

/// An amount to take from a budget, by kind.
#[derive(Clone, Copy, Debug)]
pub enum Allowance {
    /// Work, by its cost.
    Work(Cost),
    /// A room to be opened.
    Room,
    /// A code or a secret that led nowhere.
    FailedJoin(Guess),
}

/// Names of the kinds of allowance.
pub const BUDGETS: [&str; 3] = ["work", "rooms", "failed_joins"];

/// Every network's budget.
#[derive(Debug)]
pub struct Budgets {
    limits: Arc<Limits>,
    accounts: DashMap<IpNet, Account>,
    /// Number of accounts: exact at each sweep, and never too small.
    known: AtomicUsize,
    /// The work of all networks together.
    all: Mutex<RateMeter>,
    all_rate: Rate,
    refusals: Refusals,
    /// Refusals of each, in the order of [`BUDGETS`].
    refused: [AtomicU64; BUDGETS.len()],
}

#[derive(Debug, Default)]
struct Account {
    work: RateMeter,
    rooms: RateMeter,
    failed_joins: RateMeter,
    /// The same of connections that had not guessed wrong lately, once that was used up: as many
    /// again, so that a guesser does not keep its neighbours from their rooms.
    first_tries: RateMeter,
    /// The wrong guesses among them: the same again is no further one.
    wrong: WrongGuesses,
    guessers: WrongGuessers,
    prompt: RateMeter,
    /// The minute in which it was last refused something.
    refused: AtomicU64,
}

impl Budgets {
    /// Full budgets for everybody, on a machine with `cores` processor cores.
    pub fn new(limits: Arc<Limits>, cores: usize) -> Budgets {
        // Where one address may have more, its operator wants no turns taken.
        let all_us = limits.work_us_per_s.max(CORE_US_PER_S * cores as u64);
        Budgets {
            limits,
            accounts: DashMap::new(),
            known: 0.into(),
            all: Mutex::default(),
            // What waits is never more than twice a burst.
            all_rate: Rate::new(all_us, 1_000, all_us * TURN_MS / 2_000),
            refusals: Refusals::default(),
            refused: Default::default(),
        }
    }

    /// Takes something before it is done.
    ///
    /// # Errors
    /// With the milliseconds to wait, when it is not there. Then nothing is taken.
    pub fn take(&self, source: AddressGroup, what: Allowance, now_ms: u64) -> Result<(), u64> {
        let taken = self.ask(source, what, now_ms);
        match taken {
            Ok(()) => self.charge(source, what, now_ms),
            Err(_) => {
                self.refused[what.index()].fetch_add(1, Relaxed);
                self.note_refusal(source, now_ms);
            }
        }
        taken
    }

    /// Whether something is there.
    ///
    /// # Errors
    /// With the milliseconds until it is.
    pub fn ask(&self, source: AddressGroup, what: Allowance, now_ms: u64) -> Result<(), u64> {
        let amount = what.amount();
        let mut wait_ms = 0;
        for (net, times) in self.networks(source) {
            if let Some(mut account) = self.accounts.get_mut(&net)
                && !account.has_paid(what)
            {
                let rate = what.rate(&self.limits).times(times);
                let has = what.meter(&mut account).has(&rate, amount, now_ms);
                if let Err(lack_ms) = has
                    && !account.has_first_try(what, &rate, now_ms)
                {
                    wait_ms = wait_ms.max(lack_ms);
                }
            }
        }
        match wait_ms {
            0 => Ok(()),
            wait_ms => Err(wait_ms),
        }
    }

    /// Whether a code or a secret may be tried: not after too many that led nowhere.
    ///
    /// # Errors
    /// With when to try again.
    pub fn may_try(&self, source: AddressGroup, guess: Guess, now_ms: u64) -> Result<(), Refusal> {
        let tried = self.ask(source, Allowance::FailedJoin(guess), now_ms);
        tried.map_err(|retry_in_ms| Refusal::JoinsTooFast { retry_in_ms })
    }

    /// Counts one that led nowhere. Whether it was one too many is for the next try.
    pub fn tried_in_vain(&self, source: AddressGroup, guess: Guess, now_ms: u64) {
        let _ = self.take(source, Allowance::FailedJoin(guess), now_ms);
    }

    /// Pays for work already done.
    ///
    /// # Errors
    /// When the budget is overdrawn, with the milliseconds until it is not.
    pub fn pay(&self, source: AddressGroup, cost: Cost, now_ms: u64) -> Result<(), u64> {
        self.charge(source, Allowance::Work(cost), now_ms);
        self.ask(source, Allowance::Work(Cost(0)), now_ms)
    }

    /// Share of a full search that an address may have now, from its budget: all of it while most of
    /// that is there, less then, and nothing of the last half, which is for page loads.
    ///
    /// # Errors
    /// With the milliseconds until there is some again.
    pub fn search_share(&self, source: AddressGroup, now_ms: u64) -> Result<f64, u64> {
        let rate = Allowance::Work(Cost(0)).rate(&self.limits);
        let (mut share, mut wait_ms) = (1.0_f64, 0.0_f64);
        for (net, times) in self.networks(source) {
            if let Some(account) = self.accounts.get(&net) {
                let rate = rate.times(times);
                let over = account.work.used(&rate, now_ms) - (1.0 - KEPT_FROM_SEARCHES);
                share = share.min(-over / (FULL_SEARCHES - KEPT_FROM_SEARCHES));
                wait_ms = wait_ms.max(over * rate.full_ms());
            }
        }
        match share > 0.0 {
            true => Ok(share),
            false => Err((wait_ms.ceil() as u64).max(1)),
        }
    }

    /// Pays for what a search has taken. It ran behind everybody's work, so nobody waits for it.
    pub fn pay_search(&self, source: AddressGroup, cost: Cost, now_ms: u64) {
        self.charge_networks(source, Allowance::Work(cost), now_ms);
    }

    /// Wait of what was taken for its turn, in milliseconds:
    /// strangers' work leaves half of the processor to players. Addresses that
    /// have asked for little go first.
    pub fn turn(&self, source: AddressGroup, now_ms: u64) -> u64 {
        let queue_ms = self.all.lock().ahead_ms(now_ms).saturating_sub(QUEUE_MS);
        if queue_ms == 0 {
            return 0;
        }
        let rate = Allowance::Work(Cost(0)).rate(&self.limits);
        let account = self.accounts.get(&source.network());
        let used = account.map_or(1.0, |account| account.work.used(&rate, now_ms));
        let wait_ms = queue_ms.min(TURN_MS) as f64 * (used * LIGHT).min(1.0);
        wait_ms as u64
    }

    /// Waits until strangers' work has its turn. In real time: it is the processor's.
    pub async fn take_turn(&self, source: AddressGroup, now_ms: u64) {
        let wait_ms = self.turn(source, now_ms);
        if wait_ms > 0 {
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        }
    }

    /// Whether a refusal may be sent at once, or only after a while: an answer
    /// costs us something too, waiting does not.
    pub fn is_prompt(&self, source: AddressGroup, now_ms: u64) -> bool {
        let account = self.accounts.get_mut(&source.network());
        account.is_none_or(|mut account| account.prompt.count(&PROMPT, now_ms).is_ok())
    }

    /// Refusals by each kind of budget.
    pub fn refused(&self) -> [(&'static str, u64); BUDGETS.len()] {
        std::array::from_fn(|kind| (BUDGETS[kind], self.refused[kind].load(Relaxed)))
    }

    /// Number of networks that have not their whole budget.
    pub fn networks_known(&self) -> usize {
        self.accounts.len()
    }

    /// The load of each network that has spent some of its budget, one for each address. Wider
    /// networks, which pay as well, are left out.
    pub fn spent(&self, now_ms: u64) -> Vec<NetworkLoad> {
        // All guesses cost the same.
        let any_guess = Allowance::FailedJoin(Guess::of(&0, Guesser::new()));
        let used =
            |meter: &RateMeter, what: Allowance| meter.used(&what.rate(&self.limits), now_ms);
        let accounts = self.accounts.iter().filter(|account| {
            let net = account.key();
            net.prefix_len() == if net.addr().is_ipv6() { 64 } else { 32 }
        });
        let loads = accounts.map(|account| NetworkLoad {
            network: *account.key(),
            connections: 0,
            work: used(&account.work, Allowance::Work(Cost(0))),
            rooms: used(&account.rooms, Allowance::Room),
            failed_joins: used(&account.failed_joins, any_guess),
        });
        loads.collect()
    }

    /// Forgets networks whose budget is full, and logs the refusals of each minute.
    pub fn sweep(&self, now_ms: u64) {
        self.accounts.retain(|_, account| {
            let Account {
                work,
                rooms,
                failed_joins,
                first_tries,
                prompt,
                wrong: _,
                guessers: _,
                refused: _,
            } = account;
            [work, rooms, failed_joins, first_tries, prompt]
                .iter()
                .any(|meter| !meter.is_full(now_ms))
        });
        self.known.store(self.accounts.len(), Relaxed);
        self.refusals.report(now_ms);
    }

    fn charge(&self, source: AddressGroup, what: Allowance, now_ms: u64) {
        if let Allowance::Work(Cost(cost_us)) = what {
            self.all.lock().add(&self.all_rate, cost_us, now_ms);
        }
        self.charge_networks(source, what, now_ms);
    }

    fn charge_networks(&self, source: AddressGroup, what: Allowance, now_ms: u64) {
        for (net, times) in self.networks(source) {
            let mut account = self.accounts.entry(net).or_insert_with(|| {
                self.known.fetch_add(1, Relaxed);
                Account::default()
            });
            if account.has_paid(what) {
                continue;
            }
            let rate = what.rate(&self.limits).times(times);
            account.charge(what, &rate, now_ms);
        }
    }

    fn note_refusal(&self, source: AddressGroup, now_ms: u64) {
        let account = self.accounts.get(&source.network());
        let seen = account.map(|account| self.refusals.is_first(&account.refused, now_ms));
        self.refusals.count(seen.unwrap_or(true));
    }

    /// The networks that pay for an address, and how many times the budget of
    /// one address each has.
    fn networks(&self, source: AddressGroup) -> impl Iterator<Item = (IpNet, u32)> + use<> {
        let full = self.known.load(Relaxed) >= NETWORKS;
        let levels: &[(u8, u8, u32)] = match source.address() {
            _ if full => &[(48, 16, 64)],
            IpAddr::V4(_) => &[(64, 32, 1)],
            IpAddr::V6(_) => &[(64, 32, 1), (56, 32, 8), (48, 32, 64)],
        };
        levels
            .iter()
            .map(move |(v6, v4, times)| (source.within(*v6, *v4), *times))
    }
}

impl Account {
    /// Whether it is a code or a secret that has been paid for: thirty people of a
    /// school who open the same dead link are one guess.
    fn has_paid(&self, what: Allowance) -> bool {
        matches!(what, Allowance::FailedJoin(guess) if self.wrong.has(guess))
    }

    /// Whether it is the first code in a while that a connection tries.
    fn has_first_try(&self, what: Allowance, rate: &Rate, now_ms: u64) -> bool {
        let Allowance::FailedJoin(guess) = what else {
            return false;
        };
        !self.guessers.has(guess.by, now_ms) && self.first_tries.has(rate, 1, now_ms).is_ok()
    }

    fn charge(&mut self, what: Allowance, rate: &Rate, now_ms: u64) {
        let amount = what.amount();
        let meter = match what {
            Allowance::FailedJoin(guess) => {
                self.wrong.remember(guess);
                self.guessers.remember(guess.by, now_ms);
                match self.failed_joins.has(rate, amount, now_ms) {
                    Ok(()) => &mut self.failed_joins,
                    Err(_) => &mut self.first_tries,
                }
            }
            what => what.meter(self),
        };
        meter.add(rate, amount, now_ms);
    }
}

impl Allowance {
    fn index(self) -> usize {
        match self {
            Allowance::Work(_) => 0,
            Allowance::Room => 1,
            Allowance::FailedJoin(_) => 2,
        }
    }

    fn amount(self) -> u32 {
        match self {
            Allowance::Work(Cost(cost_us)) => cost_us,
            Allowance::Room | Allowance::FailedJoin(_) => 1,
        }
    }

    fn rate(self, limits: &Limits) -> Rate {
        let per_minute = |count| Rate::new(count, 60_000, count);
        match self {
            Allowance::Work(_) => Rate::new(limits.work_us_per_s, 1_000, limits.work_burst_us),
            Allowance::Room => per_minute(limits.rooms_per_minute),
            Allowance::FailedJoin(_) => per_minute(limits.failed_joins_per_minute),
        }
    }

    fn meter(self, account: &mut Account) -> &mut RateMeter {
        match self {
            Allowance::Work(_) => &mut account.work,
            Allowance::Room => &mut account.rooms,
            Allowance::FailedJoin(_) => &mut account.failed_joins,
        }
    }
}

#[cfg(test)]
mod tests;

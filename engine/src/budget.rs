//! Cost limit of a search.

/// Positions between two checks for cancellation.
const PAUSE: u64 = 256;

/// Limit of a search: positions, a cancellation check that ends it, and a time limit.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    nodes: u64,
    stop: Option<&'a dyn Fn() -> bool>,
    limit: Option<TimeLimit<'a>>,
}

/// A time limit that leaves each part of a search some positions.
#[derive(Clone, Copy)]
struct TimeLimit<'a> {
    is_over: &'a dyn Fn() -> bool,
    least: u64,
}

impl<'a> Budget<'a> {
    /// A limit in positions.
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            stop: None,
            limit: None,
        }
    }

    /// The most positions.
    pub fn most(self) -> u64 {
        self.nodes
    }

    /// The same, and ended early once `stop` says so; it is asked every few hundred positions.
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget {
            stop: Some(stop),
            ..self
        }
    }

    /// The same, and ended once `is_over` says so, but each part of the search (a proof, or what looks on where there is none)
    /// may look at `least` positions first.
    pub fn within(self, is_over: &'a dyn Fn() -> bool, least: u64) -> Budget<'a> {
        Budget {
            limit: Some(TimeLimit { is_over, least }),
            ..self
        }
    }

    /// Whether a part that has looked at this many positions is to end.
    fn ends(self, spent: u64) -> bool {
        let is_late = |limit: TimeLimit<'_>| spent >= limit.least && (limit.is_over)();
        self.stop.is_some_and(|stop| stop()) || self.limit.is_some_and(is_late)
    }

    /// Budget left after an amount is spent, and of that at most `most`.
    pub(crate) fn after(self, spent: u64, most: u64) -> Budget<'a> {
        Budget {
            nodes: self.left(spent).min(most),
            ..self
        }
    }

    /// Positions left after a number is spent.
    pub(crate) fn left(self, spent: u64) -> u64 {
        self.nodes.saturating_sub(spent)
    }
}

/// Counts what a search has cost.
pub(crate) struct NodeMeter<'a> {
    budget: Budget<'a>,
    spent: u64,
    stopped: bool,
}

/// The budget is used up; the search has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BudgetSpent;

impl<'a> NodeMeter<'a> {
    pub(crate) fn new(budget: Budget<'a>) -> NodeMeter<'a> {
        NodeMeter {
            budget,
            spent: 0,
            stopped: false,
        }
    }

    /// The same budget, of which only `nodes` may be used from here on.
    pub(crate) fn part(&self, nodes: u64) -> NodeMeter<'a> {
        let left = self.budget.nodes.saturating_sub(self.spent);
        NodeMeter::new(Budget {
            nodes: left.min(nodes),
            stop: if self.stopped {
                Some(&|| true)
            } else {
                self.budget.stop
            },
            ..self.budget
        })
    }

    /// Takes what a [`NodeMeter::part`] has cost.
    pub(crate) fn join(&mut self, part: &NodeMeter<'_>) {
        self.spent += part.spent;
        self.stopped |= part.stopped;
    }

    /// Budget of a nested search; [`NodeMeter::pay`] takes its cost.
    pub(crate) fn budget(&self) -> Budget<'a> {
        self.budget
    }

    pub(crate) fn pay(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The most that may be spent, all in all.
    pub(crate) fn most(&self) -> u64 {
        self.budget.nodes
    }

    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Counts one more position.
    pub(crate) fn tick(&mut self) -> Result<(), BudgetSpent> {
        if self.spent.is_multiple_of(PAUSE) && self.budget.ends(self.spent) {
            self.stopped = true;
        }
        if self.stopped || self.spent >= self.budget.nodes {
            return Err(BudgetSpent);
        }
        self.spent += 1;
        Ok(())
    }
}

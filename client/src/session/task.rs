//! The session's task: connects, waits between attempts, carries frames. One `select!`
//! per link, so that a dead writer stops the reader too.

use std::time::Duration;

use protocol::Refusal;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

use super::{
    ask::Ask,
    core::{CoreOutput, SessionCore},
    greeting::{self, Greeted},
    options::{Raw, SessionOptions},
    update::{End, LinkLoss, Update},
};
use crate::{
    address,
    backoff::Backoff,
    transport::{Link, LinkError, LinkInput, Transport, UnexpectedAnswer},
};

/// A link that lived so long was a good one: the next failure is a first one.
const GOOD_LINK: Duration = Duration::from_secs(5);

/// Command of the session's owner.
pub(super) enum TaskMessage {
    Ask(Box<Ask>),
    RetryNow,
}

struct SessionTask {
    core: SessionCore,
    raw: Raw,
    inbox: mpsc::Receiver<TaskMessage>,
    outbox: mpsc::Sender<Vec<Update>>,
}

/// Reason why the use of a link ended.
enum LinkEnd {
    Lost { hint_ms: Option<u64> },
    End(End),
}

pub(super) async fn run(
    transport: impl Transport,
    options: SessionOptions,
    inbox: mpsc::Receiver<TaskMessage>,
    outbox: mpsc::Sender<Vec<Update>>,
) {
    let mut task = SessionTask {
        core: SessionCore::new(&options, transport.mode(), Instant::now()),
        raw: options.raw,
        inbox,
        outbox,
    };
    let end = task.drive(transport, &options).await;
    // Nobody listens any more: then nobody misses it.
    let _ = task.outbox.send(vec![Update::End(end)]).await;
}

impl SessionTask {
    async fn drive(&mut self, mut transport: impl Transport, options: &SessionOptions) -> End {
        let mut backoff = Backoff::new(options.backoff);
        let mut ever_up = false;
        loop {
            let connected = tokio::select! {
                connected = greeting::connect(&mut transport, &options.hello) => connected,
                () = self.orders_until(WaitGoal::Closed) => return End::Closed,
            };
            let (why, hint_ms) = match connected {
                Err(error) if is_final(&error) => return End::Link(error),
                Err(error) if !(ever_up || options.persists && is_outage(&error)) => {
                    return End::Link(error);
                }
                Err(error) => {
                    if let LinkError::Bye(bye) = &error {
                        relocate(&mut transport, bye.address.as_deref());
                    }
                    (LinkLoss::Connect(error.clone()), hint_of(&error))
                }
                Ok(greeted) => {
                    relocate(&mut transport, greeted.welcome.address.as_deref());
                    ever_up = true;
                    let since = Instant::now();
                    let hint_ms = match self.use_link(greeted).await {
                        LinkEnd::End(end) => return end,
                        LinkEnd::Lost { hint_ms } => hint_ms,
                    };
                    if since.elapsed() >= GOOD_LINK {
                        backoff.reset();
                    }
                    let why = self.core.link_down();
                    let hint_ms = hint_ms.or(match &why {
                        LinkLoss::Bye(bye) => {
                            relocate(&mut transport, bye.address.as_deref());
                            bye.retry_in_ms
                        }
                        _ => None,
                    });
                    (why, hint_ms)
                }
            };
            // Without randomness the waits are all the same, which still works.
            let chance = getrandom::u64().unwrap_or_default();
            let retry_in = backoff.next(hint_ms, chance);
            self.core.tell(Update::LinkLost { why, retry_in });
            if self.tell_all().await.is_err() {
                return End::Closed;
            }
            tokio::select! {
                () = sleep(retry_in) => {}
                () = self.orders_until(WaitGoal::Retry) => {
                    if self.inbox.is_closed() && self.inbox.is_empty() {
                        return End::Closed;
                    }
                }
            }
        }
    }

    /// Takes orders while there is no link. Ends when the owner is gone, or
    /// when they ask for another attempt and that is waited for.
    async fn orders_until(&mut self, until: WaitGoal) {
        loop {
            match self.inbox.recv().await {
                None => return,
                Some(TaskMessage::RetryNow) if until == WaitGoal::Retry => return,
                Some(TaskMessage::RetryNow) => {}
                Some(TaskMessage::Ask(ask)) => self.core.ask(*ask),
            }
        }
    }

    async fn use_link<L: Link>(&mut self, greeted: Greeted<L>) -> LinkEnd {
        let Greeted {
            mut link,
            welcome,
            text,
        } = greeted;
        self.pass_on(&text);
        self.core.link_up(welcome, Instant::now());
        let over = self.carry(&mut link).await;
        // A link that has swallowed a ping would swallow the goodbye, and the loss has to be
        // reported now.
        if !self.core.is_silent() {
            link.close().await;
        }
        over
    }

    async fn carry(&mut self, link: &mut impl Link) -> LinkEnd {
        loop {
            if let Some(over) = self.flush(link).await {
                return over;
            }
            tokio::select! {
                heard = link.read() => match heard {
                    LinkInput::Text(text) => {
                        self.pass_on(&text);
                        self.core.frame(&text, Instant::now());
                    }
                    LinkInput::Alive => self.core.alive(Instant::now()),
                    LinkInput::Closed => return LinkEnd::Lost { hint_ms: None },
                },
                order = self.inbox.recv() => match order {
                    None => return LinkEnd::End(End::Closed),
                    Some(TaskMessage::Ask(ask)) => self.core.ask(*ask),
                    Some(TaskMessage::RetryNow) => {}
                },
                () = sleep_until(self.core.deadline(Instant::now())) => self.core.look(Instant::now()),
            }
        }
    }

    fn pass_on(&mut self, text: &str) {
        if self.raw == Raw::Pass {
            self.core.tell(Update::Frame(text.to_owned()));
        }
    }

    async fn flush(&mut self, link: &mut impl Link) -> Option<LinkEnd> {
        while let Some(out) = self.core.out.pop_front() {
            match out {
                CoreOutput::Send(text) => {
                    if link.write(text).await.is_err() {
                        return Some(LinkEnd::Lost { hint_ms: None });
                    }
                }
                CoreOutput::Tell(update) => {
                    let run = self.run_from(*update);
                    if self.outbox.send(run).await.is_err() {
                        return Some(LinkEnd::End(End::Closed));
                    }
                }
                CoreOutput::DropLink { hint_ms } => return Some(LinkEnd::Lost { hint_ms }),
                CoreOutput::Stop(end) => return Some(LinkEnd::End(end)),
            }
        }
        None
    }

    /// Reports the remaining updates; unsent frames were lost with the link.
    async fn tell_all(&mut self) -> Result<(), ()> {
        while let Some(out) = self.core.out.pop_front() {
            if let CoreOutput::Tell(update) = out {
                let run = self.run_from(*update);
                self.outbox.send(run).await.map_err(|_| ())?;
            }
        }
        Ok(())
    }

    /// An update and those behind it: a frame and its meaning go together.
    fn run_from(&mut self, first: Update) -> Vec<Update> {
        let mut run = vec![first];
        let tells = |out: &mut CoreOutput| matches!(out, CoreOutput::Tell(_));
        while let Some(CoreOutput::Tell(update)) = self.core.out.pop_front_if(tells) {
            run.push(*update);
        }
        run
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitGoal {
    Closed,
    Retry,
}

/// Has the next connection made at the address that the server named. What is
/// no address is ignored.
fn relocate(transport: &mut impl Transport, named: Option<&str>) {
    if let Some(address) = named.and_then(|named| address::parse(named).ok()) {
        transport.relocate(address);
    }
}

/// Whether further attempts would meet the same.
fn is_final(error: &LinkError) -> bool {
    matches!(error, LinkError::Version(_))
}

/// Whether a server may answer there later.
fn is_outage(error: &LinkError) -> bool {
    match error {
        LinkError::Unreachable(_) | LinkError::Bye(_) => true,
        LinkError::Refused(why) => *why == Refusal::ShuttingDown,
        LinkError::NotOxo(UnexpectedAnswer::Status(status)) => (502..=504).contains(status),
        _ => false,
    }
}

fn hint_of(error: &LinkError) -> Option<u64> {
    match error {
        LinkError::Bye(bye) => bye.retry_in_ms,
        _ => None,
    }
}

//! Sharing of a seat with another device, or its withdrawal from the others, with a report of the outcome.

mod output;

use std::io;

use archive::{seats::OwnSeat, session_recorder::SessionRecorder};
use frontend::{
    exit::Exit,
    room_sharing, speech,
    stdio::{input::Stop, output::print_error},
};
use oxo_client::{
    address::Address,
    session::{Ask, End, Session, Update},
    state::ClientState,
};
use protocol::{
    Accepted, Answer, Refusal, Secret,
    reply::{Entered, Refused},
    request::{Body, ShareSeat},
};
use sentences::{Catalogue, say};
use serde::Serialize;
use tokio::time::{Duration, Instant, sleep_until};

use super::PlainSettings;

/// A device that has taken the seat at the last moment is heard of a little later.
const GRACE: Duration = Duration::from_secs(1);

/// An order about a seat.
#[derive(Clone, Debug)]
pub enum SeatOrder {
    /// Share it by this token.
    Share(Secret),
    /// Take it from every other device.
    RemoveOthers,
}

/// How a QR code can be shown.
#[derive(Clone, Copy, Debug)]
pub struct QrColours {
    pub coloured: bool,
}

/// Options of a run.
pub struct SharingOptions {
    pub json: bool,
    /// Nothing where no picture is wanted, or possible.
    pub qr: Option<QrColours>,
    pub seat: OwnSeat,
    pub order: SeatOrder,
}

/// Why the run is over; with `--json` a line of that.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum SharingEnd {
    /// Another device has the seat.
    Taken,
    /// Nobody took it in time.
    Timeout,
    /// That many devices hold it no longer.
    #[serde(rename = "seat_unshared")]
    Removed { devices: u32 },
    /// This device does not hold the seat any more.
    #[serde(skip)]
    Gone,
    /// Something went wrong, as a sentence.
    #[serde(skip)]
    Failed(String),
}

/// Effect of an update.
#[derive(Debug)]
enum SharingStep {
    Ask(Body),
    /// The seat is shared until then, by the server's clock.
    Shared {
        until_ms: u64,
    },
    Over(SharingEnd),
}

/// A run between two updates of its session.
struct SeatSharing<'a> {
    text: &'a Catalogue,
    address: &'a Address,
    seat: OwnSeat,
    order: SeatOrder,
    client: ClientState,
    /// The seat as the server knows it, once it was resumed.
    entered: Option<Entered>,
    asked: bool,
    /// Until when the token is good, once it is.
    until_ms: Option<u64>,
}

/// Carries an order about a seat out and waits for its end.
pub async fn run(
    settings: &PlainSettings,
    address: &Address,
    options: SharingOptions,
    mut session: Session,
    recorder: &mut SessionRecorder,
) -> io::Result<Exit> {
    let mut stop = Stop::listen();
    let (json, qr) = (options.json, options.qr);
    let mut sharing = SeatSharing::new(&settings.text, address, options.seat, options.order);
    let end = loop {
        let now = Instant::now();
        let until = sharing.deadline();
        let step = tokio::select! {
            update = session.next() => {
                let update = update.unwrap_or(Update::End(End::Closed));
                if let Some(complaint) = recorder.observe(&update) {
                    print_error(&complaint);
                }
                sharing.take(&update, Instant::now())
            }
            () = sleep_until(until.unwrap_or(now)), if until.is_some() => {
                Some(SharingStep::Over(sharing.timed_out()))
            }
            exit = stop.wait() => {
                session.close().await;
                return Ok(exit);
            }
        };
        match step {
            None => {}
            Some(SharingStep::Ask(body)) => {
                let asked = session.ask(Ask::other(body));
                if asked.is_err() {
                    break SharingEnd::Failed(say!(settings.text, LINK_DROPPED));
                }
            }
            Some(SharingStep::Shared { until_ms }) => {
                sharing.show(until_ms, json, qr, Instant::now())?;
            }
            Some(SharingStep::Over(end)) => break end,
        }
    };
    session.close().await;
    sharing.print(&end, json)?;
    Ok(match end {
        SharingEnd::Taken | SharingEnd::Removed { .. } => Exit::Fine,
        SharingEnd::Timeout => Exit::TimedOut,
        SharingEnd::Gone => Exit::SeatGone,
        SharingEnd::Failed(_) => Exit::Failed,
    })
}

impl<'a> SeatSharing<'a> {
    fn new(
        text: &'a Catalogue,
        address: &'a Address,
        seat: OwnSeat,
        order: SeatOrder,
    ) -> SeatSharing<'a> {
        SeatSharing {
            text,
            address,
            seat,
            order,
            client: ClientState::default(),
            entered: None,
            asked: false,
            until_ms: None,
        }
    }

    /// When the token is over.
    fn deadline(&self) -> Option<Instant> {
        Some(self.client.clock?.instant(self.until_ms?) + GRACE)
    }

    /// Without a connection it is not known whether somebody took the seat.
    fn timed_out(&self) -> SharingEnd {
        match self.client.link.is_open() {
            true => SharingEnd::Timeout,
            false => SharingEnd::Failed(say!(self.text, LINK_LOST)),
        }
    }

    fn take(&mut self, update: &Update, now: Instant) -> Option<SharingStep> {
        self.client.take(update, now);
        let end = match update {
            Update::LinkUp(_) if self.client.supports(room_sharing::DEVICES) => {
                return self.resume();
            }
            Update::LinkUp(_) => SharingEnd::Failed(say!(self.text, SEAT_UNSUPPORTED)),
            Update::Reply { answer, .. } => return self.answered(answer, now),
            Update::Dropped { .. } => SharingEnd::Failed(say!(self.text, LINK_DROPPED)),
            Update::Snapshot(room) | Update::Event { room, .. } if room.is_over() => {
                SharingEnd::Gone
            }
            Update::Dismissed | Update::End(End::Gone) => SharingEnd::Gone,
            Update::End(End::Superseded) if self.until_ms.is_some() => SharingEnd::Taken,
            Update::End(end) => SharingEnd::Failed(speech::ended(self.text, self.address, end)),
            _ => return None,
        };
        Some(SharingStep::Over(end))
    }

    /// The request for the seat, once: the session repeats it, and comes back by itself afterwards.
    fn resume(&mut self) -> Option<SharingStep> {
        let first = !std::mem::replace(&mut self.asked, true);
        let OwnSeat { room, secret } = &self.seat;
        first.then(|| SharingStep::Ask(Body::resume(*room, secret.clone())))
    }

    fn answered(&mut self, answer: &Answer, now: Instant) -> Option<SharingStep> {
        Some(match answer {
            Answer::Ok(Accepted::Resumed(entered)) => {
                self.entered = Some(entered.clone());
                SharingStep::Ask(match &self.order {
                    SeatOrder::Share(token) => Body::ShareSeat(ShareSeat {
                        token: token.clone(),
                    }),
                    SeatOrder::RemoveOthers => Body::UnshareSeat,
                })
            }
            Answer::Ok(Accepted::SeatShared { until_ms, .. }) => {
                self.until_ms = Some(*until_ms);
                SharingStep::Shared {
                    until_ms: *until_ms,
                }
            }
            &Answer::Ok(Accepted::SeatUnshared { devices }) => {
                SharingStep::Over(SharingEnd::Removed { devices })
            }
            Answer::Ok(_) => return None,
            Answer::Error(refused) => SharingStep::Over(self.refused(refused, now)),
        })
    }

    fn refused(&self, refused: &Refused, now: Instant) -> SharingEnd {
        match &refused.why {
            Refusal::NoSuchRoom if self.entered.is_none() => SharingEnd::Gone,
            why => SharingEnd::Failed(speech::refused(self.text, &self.client, why, now)),
        }
    }

    /// The link to the seat; nothing before it is shared.
    fn link(&self) -> Option<String> {
        let (SeatOrder::Share(token), Some(entered)) = (&self.order, &self.entered) else {
            return None;
        };
        let (room, url) = (entered.room, Some(entered.url.as_str()));
        Some(room_sharing::seat_link(self.address, room, url, token))
    }
}

#[cfg(test)]
mod tests;

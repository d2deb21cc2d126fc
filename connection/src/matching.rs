//! A session's ways to an opponent: waiting for any match, answering the ticket
//! of a waiting player, and the seat that comes of it.

use lobby::{
    QueuedTicket,
    queue::{AcceptedGames, Ticket},
};
use protocol::{
    Accepted, Answer, Frame, Refusal, Secret, SecretHash,
    frame::{Matched, Unqueued},
    ids::TicketId,
    refusal::CannotPlay,
    request::{Play, QuickMatch},
};
use referee::Newcomer;
use rooms::random;

use super::{
    context::ConnectionContext,
    entering::{SeatEntry, count_room},
    session::{ConnectionSession, QueuedPlayer, SessionPlace},
};

impl ConnectionSession {
    pub async fn quick_match(&mut self, context: &ConnectionContext, id: u64, request: QuickMatch) {
        let ticket = Ticket {
            id: ticket_id(),
            key: request.key,
            games: AcceptedGames::new(request.boards, request.clocks),
            bot: self.bot,
            meets_bots: request.bots,
            unseen: request.unseen,
            answers: None,
        };
        self.wait(context, id, &request.secret, ticket).await;
    }

    pub async fn play(&mut self, context: &ConnectionContext, id: u64, request: Play) {
        let ticket = Ticket {
            id: ticket_id(),
            key: request.key,
            games: AcceptedGames::new(request.boards, request.clocks),
            bot: self.bot,
            // It was a program or not, and was chosen.
            meets_bots: true,
            unseen: true,
            answers: Some(request.ticket),
        };
        self.wait(context, id, &request.secret, ticket).await;
    }

    /// Takes the place of the connection's ticket, if it has one.
    async fn wait(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        secret: &Secret,
        ticket: Ticket,
    ) {
        let newcomer = self.newcomer(secret);
        // The match whose message was lost: the secret has its seat already.
        if context.service.rooms.knows(&newcomer.hash) {
            if let SessionPlace::Seated(seated) = &self.place
                && seated.secret != newcomer.hash
            {
                seated.membership.leave_computer().await;
            }
            let secret = newcomer.hash;
            let again = context.service.rooms.resume(&secret, &context.handle);
            let entry = again.await.map(|attached| SeatEntry {
                attached,
                secret,
                last_seq: None,
                accepted: Accepted::Joined,
            });
            return self.enter(context, id, entry).await;
        }
        let queued = self.queue(context, newcomer.clone(), ticket);
        match queued {
            Err(why) => self.reply(context, id, Answer::refused(why)).await,
            Ok(ticket) => {
                let queued = Accepted::Queued {
                    ticket: ticket.id(),
                    position: ticket.position(),
                };
                self.waiting = Some(Box::new(QueuedPlayer {
                    request: id,
                    newcomer,
                    ticket,
                }));
                self.reply(context, id, Answer::Ok(queued)).await;
            }
        }
    }

    fn queue(
        &mut self,
        context: &ConnectionContext,
        newcomer: Newcomer,
        ticket: Ticket,
    ) -> Result<QueuedTicket, Refusal> {
        if context.service.rooms.is_draining() {
            return Err(Refusal::ShuttingDown);
        }
        // It leads to a room, and counts as one.
        count_room(context, context.now_ms())?;
        let mut own = None;
        if ticket.answers.is_none() {
            self.waiting = None;
        } else if let Some(waiting) = &self.waiting {
            // An opponent that has just been found comes first.
            if !waiting.ticket.waits() {
                let reason = CannotPlay::Gone;
                return Err(Refusal::CannotPlay { reason });
            }
            own = Some(waiting.ticket.id());
        }
        let lobby = &context.service.lobby;
        let entered = lobby.enter(&context.handle, ticket, newcomer, own);
        entered.map_err(|reason| Refusal::CannotPlay { reason })
    }

    /// The queue has led to a room: takes the seat there.
    pub(super) async fn enter_matched(&mut self, context: &ConnectionContext, hash: SecretHash) {
        if self.take_waiting(&hash).is_none() {
            return;
        }
        let rooms = &context.service.rooms;
        let Ok(attached) = rooms.resume(&hash, &context.handle).await else {
            let reason = Unqueued::Failed;
            return context.send(&Frame::Unqueued { reason });
        };
        let Some((seat, _)) = attached.membership.seat else {
            return;
        };
        if let Some(membership) = self.membership() {
            membership.leave_computer().await;
        }
        context.send(&Frame::Matched(Matched {
            room: attached.code,
            seat,
        }));
        self.sit_down(context, attached, hash, None);
    }
}

/// Says nothing of key, secret or order of arrival: others may know it.
fn ticket_id() -> TicketId {
    TicketId::from_bits(random::bits())
}

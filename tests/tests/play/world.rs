//! A room and the people who do things to it, for random walks.

use std::sync::Arc;

use clock::Clock;
use clock::Outage;
use journal::{Opening, RoomId, RoomLogs, Summary, memory::MemoryJournal};
use proptest::{prop_assert, prop_assert_eq, test_runner::TestCaseError};
use protocol::{
    Accepted, Answer, Command, Limits, Refusal, RoomCode, Settings, View, request::SeatRequest,
};
use referee::{RoomState, next_deadline, next_deadline_while_standing};
use rooms::{Attached, Gauges, Membership, Room, RoomDirectory};
use tests::server::BEGIN_MS;

use crate::play::{
    people::{Person, rooms},
    record::Record,
    steps::{PEOPLE, PersonRequest, Step, next_move},
};

type Checked = Result<(), TestCaseError>;

pub struct World {
    clock: Clock,
    limits: Arc<Limits>,
    journal: Arc<MemoryJournal>,
    rooms: Arc<RoomDirectory>,
    room: Arc<Room>,
    people: Vec<Person>,
    pub record: Record,
}

impl World {
    /// The first of them opens a room, the second sits down.
    pub async fn open(settings: Settings) -> World {
        let (clock, limits) = (Clock::manual(BEGIN_MS), Arc::new(Limits::default()));
        let journal = Arc::new(MemoryJournal::new());
        let rooms = rooms(&journal, &clock, &limits, &Opening::default());
        let names = ["Ana", "ana", "", "Eve"].into_iter().enumerate();
        let mut people: Vec<_> = names.map(|(id, name)| Person::new(id, name)).collect();
        let host = &mut people[0];
        let opened = rooms
            .create(settings, None, &host.newcomer(), &host.handle)
            .await;
        let membership = opened.expect("a room").membership;
        let room = Arc::clone(&membership.room);
        host.membership = Some(membership);
        let mut world = World {
            clock,
            limits,
            journal,
            rooms,
            room,
            people,
            record: Record::default(),
        };
        world.join(1).await.expect("a free seat");
        world
    }

    fn id(&self) -> RoomId {
        self.room.id
    }

    fn view(&self) -> View {
        self.room.table().view().clone()
    }

    /// Lets one thing happen.
    pub async fn take(&mut self, step: &Step) -> Checked {
        match *step {
            Step::Move(cell) => self.play(cell).await?,
            Step::Request { who, ref request } => {
                let command = request.command(&self.view());
                self.give(who, command).await?;
            }
            Step::Deal { kind, back } => self.deal(&PersonRequest::Offer { kind, back }).await?,
            Step::Again(who) => self.again(who).await?,
            Step::Skip { who, by } => self.skip(who, by).await?,
            Step::Cut(who) => self.people[who].membership = None,
            Step::Back(who) => self.back(who).await?,
            Step::Join(who) => self.join(who).await?,
            Step::Watch(who) => self.watch(who).await,
            Step::Rename(who) => self.rename(who).await,
            Step::Abandon(ref request) => self.abandon(request).await?,
            Step::Wait(ms) => self.wait(ms).await?,
            Step::Restart(away_ms) => self.restart(away_ms).await?,
        }
        self.read_mail();
        Ok(())
    }

    /// Handles a connection's notifications.
    fn read_mail(&mut self) {
        let ended = self.view().ended.is_some();
        for person in &mut self.people {
            let slots = person.handle.take_slots().unwrap_or_default();
            if ended || slots.superseded.is_some() || slots.dismissed.is_some() {
                person.membership = None;
            }
        }
    }

    /// Every connection was heard just now.
    fn all_heard(&self) {
        for person in &self.people {
            let heard_ms = &person.handle.heard_ms;
            heard_ms.store(self.clock.now_ms(), std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// Afterwards nothing is overdue.
    async fn wait(&mut self, ms: u64) -> Checked {
        self.clock.advance(ms);
        self.all_heard();
        self.rooms.run_due(self.id()).await;
        // What a computer that begins to think now finds is due at once if its time has come.
        while self.room.is_searching() {
            while self.room.is_searching() {
                tokio::task::yield_now().await;
            }
            self.rooms.run_due(self.id()).await;
        }
        // A computer stands while nobody sits opposite.
        let due = match self.people.iter().any(Person::sits) {
            true => next_deadline(&self.view()),
            false => next_deadline_while_standing(&self.view()),
        };
        prop_assert!(due.is_none_or(|ms| ms > self.clock.now_ms()), "overdue");
        let there = self
            .people
            .iter()
            .filter_map(|person| person.membership.as_ref()?.seat);
        let there: Vec<_> = there.map(|(seat, _)| seat).collect();
        let waits = self.view().settings.clock.is_correspondence();
        for (seat, seated) in self.view().seats.iter() {
            let gone = ms >= self.limits.lost_after_ms && !there.contains(&seat);
            let lost = seated
                .as_ref()
                .is_none_or(|seated| seated.lost.is_some() || seated.player.is_computer());
            prop_assert!(lost || !gone || waits, "{} is gone and not lost", seat);
            let is_lost = seated.as_ref().is_some_and(|seated| seated.lost.is_some());
            prop_assert!(!is_lost || !waits, "{} is lost at correspondence", seat);
        }
        Ok(())
    }

    async fn abandon(&mut self, request: &PersonRequest) -> Checked {
        let Some(mover) = self.mover() else {
            return Ok(());
        };
        self.people[mover].membership = None;
        self.wait(self.limits.lost_after_ms).await?;
        self.wait(self.limits.lost_grace_ms).await?;
        match self.people.iter().position(Person::sits) {
            Some(other) => self.give(other, request.command(&self.view())).await,
            None => Ok(()),
        }
    }

    /// The connected player whose turn it is.
    fn mover(&self) -> Option<usize> {
        let turn = self.view().running().and_then(|game| game.turn)?;
        let moves = |person: &Person| {
            let seat = person
                .membership
                .as_ref()
                .and_then(|membership| membership.seat);
            seat.is_some_and(|(seat, _)| seat == turn.seat)
        };
        self.people.iter().position(moves)
    }

    async fn play(&mut self, cell: u16) -> Checked {
        let Some(who) = self.mover() else {
            return Ok(());
        };
        let free: Vec<u16> = self.record.board().legal_cells().collect();
        let cell = free[usize::from(cell) % free.len()];
        let next = next_move(&self.view(), cell, 0);
        self.give(who, Command::Move(next)).await
    }

    async fn deal(&mut self, offer: &PersonRequest) -> Checked {
        let sit: Vec<usize> = (0..PEOPLE).filter(|who| self.people[*who].sits()).collect();
        for (who, request) in sit.into_iter().zip([offer, &PersonRequest::Answer(true)]) {
            let command = request.command(&self.view());
            self.give(who, command).await?;
        }
        Ok(())
    }

    /// A command under the next number, and what has to be true of its answer.
    async fn give(&mut self, who: usize, command: Command) -> Checked {
        let now_ms = self.clock.now_ms();
        let person = &mut self.people[who];
        let Some(membership) = &person.membership else {
            return Ok(());
        };
        let before = membership.room.table().view().clone();
        let request = numbered(membership, person.n + 1, command.clone());
        let answer = membership.command(&request, now_ms).await;
        let seq = membership.room.table().view().seq;
        if membership.seat.is_none() {
            prop_assert_eq!(answer, Answer::refused(Refusal::NotSeated));
            return Ok(());
        }
        match &answer {
            Answer::Error(refused) => {
                let after = membership.room.table().view().clone();
                let why = format!(
                    "{:?} to {command:?}: {before:#?}, then {after:#?}",
                    refused.why
                );
                prop_assert_eq!(refused.seq, Some(before.seq), "{}", why);
                prop_assert_eq!(seq, before.seq, "a refusal changes nothing");
            }
            Answer::Ok(accepted) => {
                prop_assert!(seq > before.seq, "what is done is an event");
                person.n += 1;
                person.last = Some((command, answer.clone()));
                if let Accepted::Left { .. } = accepted {
                    person.membership = None;
                }
            }
        }
        Ok(())
    }

    async fn again(&mut self, who: usize) -> Checked {
        let now_ms = self.clock.now_ms();
        let seq = self.view().seq;
        let person = &self.people[who];
        if let (Some(membership), true, Some((command, answer))) =
            (&person.membership, person.sits(), &person.last)
        {
            let request = numbered(membership, person.n, command.clone());
            let again = membership.command(&request, now_ms).await;
            prop_assert_eq!(&again, answer);
            prop_assert_eq!(self.view().seq, seq);
        }
        Ok(())
    }

    async fn skip(&mut self, who: usize, by: u64) -> Checked {
        let now_ms = self.clock.now_ms();
        let person = &self.people[who];
        if let (Some(membership), true) = (&person.membership, person.sits()) {
            let request = numbered(membership, person.n + by, Command::Leave);
            let answer = membership.command(&request, now_ms).await;
            let expected = person.n + 1;
            prop_assert_eq!(answer, Answer::refused(Refusal::OutOfOrder { expected }));
        }
        Ok(())
    }

    async fn back(&mut self, who: usize) -> Checked {
        let person = &mut self.people[who];
        // A connection of its own, as after a cut.
        let resumed = self.rooms.resume(&person.hash, &person.handle).await;
        if let Ok(attached) = resumed {
            let known = person.last.as_ref().map(|(_, answer)| answer.clone());
            prop_assert_eq!(attached.n, person.n);
            prop_assert_eq!(&attached.last, &known.filter(|_| person.n > 0));
            person.membership = Some(attached.membership);
        }
        Ok(())
    }

    async fn join(&mut self, who: usize) -> Checked {
        let (code, table) = (self.room.code(), self.room.table());
        let person = &mut self.people[who];
        let Some(code) = code.filter(|_| !person.sits()) else {
            return Ok(());
        };
        let newcomer = person.newcomer();
        match self.rooms.join(code, &newcomer, &person.handle).await {
            Ok(Attached {
                membership,
                n,
                last,
                ..
            }) => {
                prop_assert!(n == 0 || n == person.n);
                if n == 0 {
                    person.last = None;
                }
                (person.n, person.membership) = (n, Some(membership));
                prop_assert!(last.is_some() == (n > 0));
            }
            Err(Refusal::RoomFull { .. }) => {
                let seats = &table.view().seats;
                prop_assert!(seats.host.is_some() && seats.guest.is_some());
            }
            Err(why) => prop_assert_eq!(why, Refusal::NoSuchRoom),
        }
        Ok(())
    }

    async fn watch(&mut self, who: usize) {
        let person = &mut self.people[who];
        if let (Some(code), false) = (self.room.code(), person.sits())
            && let Ok(attached) = self.rooms.watch(code, &person.handle).await
        {
            person.membership = Some(attached.membership);
        }
    }

    async fn rename(&mut self, who: usize) {
        let person = &mut self.people[who];
        person.name = if person.name == "Zoë" { "" } else { "Zoë" };
        if let Some(membership) = &person.membership {
            // Refused during a game; the record sees what comes of it.
            let _ = membership
                .rename(Some(person.name).filter(|name| !name.is_empty()))
                .await;
        }
    }

    /// Restarts the server after an outage; every seated person resumes.
    async fn restart(&mut self, away_ms: u64) -> Checked {
        let Some(stored) = self.journal.load(self.id()).await.unwrap() else {
            return Ok(());
        };
        self.rooms.close();
        self.people
            .iter_mut()
            .for_each(|person| person.membership = None);
        let deadline_ms = next_deadline(&self.view());
        prop_assert!(deadline_ms.is_some());
        let summary = Summary {
            room: self.id(),
            code: stored.private.code.expect("a code"),
            secrets: stored.private.secrets().collect(),
            deadline_ms: deadline_ms.unwrap_or_default(),
            is_correspondence: stored.private.is_correspondence,
            is_public: stored.private.is_public,
        };
        let from_ms = self.clock.now_ms();
        self.clock.advance(away_ms);
        self.all_heard();
        let opening = Opening {
            rooms: vec![summary],
            outages: Outage::before(self.clock.now_ms(), Some(from_ms))
                .into_iter()
                .collect(),
            opened_ms: self.clock.now_ms(),
            last_end: None,
        };
        self.rooms = rooms(&self.journal, &self.clock, &self.limits, &opening);
        for who in 0..PEOPLE {
            self.back(who).await?;
            if let Some(membership) = &self.people[who].membership {
                self.room = Arc::clone(&membership.room);
            }
        }
        prop_assert!(
            self.people.iter().any(Person::sits),
            "somebody's seat is there"
        );
        Ok(())
    }

    /// Invariants after every step.
    pub async fn check(&mut self) -> Checked {
        let committed = self.room.committed(Clone::clone);
        let Some(texts) = committed.after(self.record.view.seq) else {
            return Err(TestCaseError::fail("events are missing"));
        };
        for text in texts {
            self.record.take(text)?;
        }
        prop_assert_eq!(&self.record.view, committed.view());
        let ended = committed.view().ended.is_some();
        prop_assert_eq!(next_deadline(committed.view()).is_none(), ended);
        let stored = self.journal.load(self.id()).await.unwrap();
        prop_assert_eq!(stored.is_none(), ended);
        let mut gauges = Gauges::default();
        if let Some(stored) = stored {
            let kept = stored.state.as_deref().map(RoomState::view);
            prop_assert_eq!(kept, Some(committed.view()));
            let known = committed.view().seq - stored.events.len() as u64;
            let last_step = committed.after(known);
            prop_assert!(last_step.is_some_and(|texts| texts.eq(&stored.events)));
            prop_assert_eq!(stored.private.code, committed.code());
            for (seat, key) in stored.private.seats.iter() {
                let seated = committed.view().seats[seat].as_ref();
                let person = seated.is_some_and(|seated| !seated.player.is_computer());
                prop_assert_eq!(key.is_some(), person);
            }
            gauges.secrets = stored.private.secrets().count();
            (gauges.rooms, gauges.codes, gauges.deadlines) = (1, 1, 1);
        }
        prop_assert_eq!(self.rooms.gauges(), gauges);
        Ok(())
    }
}

/// A command in the room where that connection is.
fn numbered(membership: &Membership, n: u64, command: Command) -> SeatRequest {
    let room = membership.room.code();
    SeatRequest {
        room: room.unwrap_or(RoomCode::from_bits(0)),
        n,
        command,
    }
}

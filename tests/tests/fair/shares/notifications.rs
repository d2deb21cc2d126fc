//! Notifications of a turn: as many are on their way as may be, and those that hang keep others' only until they are given up.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use admission::Budgets;
use clock::Clock;
use compute::ComputePool;
use futures::{FutureExt, future::BoxFuture};
use journal::{Journal, Opening, memory::MemoryJournal};
use protocol::{Limits, PushSubscription, Secret, Settings, settings::ClockSetting};
use referee::{NOTIFY_AFTER_MS, Newcomer};
use rooms::{
    Membership, RoomDirectory,
    handle::ConnectionHandle,
    messengers::Messengers,
    notifications::{Delivery, Notifier, TurnNotification},
};
use tests::{server::BEGIN_MS, soon};
use tokio::sync::Semaphore;

use super::row;

/// The most notifications that are on their way at once.
const AT_ONCE: usize = 64;

/// A push service that answers once it is let.
struct SlowService {
    asked: AtomicUsize,
    answers: Arc<Semaphore>,
}

impl Notifier for SlowService {
    fn send(
        &self,
        _notification: TurnNotification,
        devices: Vec<PushSubscription>,
    ) -> BoxFuture<'static, Vec<Delivery>> {
        self.asked.fetch_add(1, Relaxed);
        let answers = Arc::clone(&self.answers);
        async move {
            answers.acquire().await.unwrap().forget();
            vec![Delivery::Accepted; devices.len()]
        }
        .boxed()
    }
}

fn directory(clock: &Clock, service: &Arc<SlowService>) -> Arc<RoomDirectory> {
    let limits = Arc::new(Limits {
        correspondence_rooms_per_address: 1_000,
        ..Limits::default()
    });
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let budgets = Arc::new(Budgets::new(Arc::clone(&limits), 1));
    Arc::new(RoomDirectory::new(
        journal,
        clock.clone(),
        limits,
        Arc::new(ComputePool::new(budgets, clock.clone())),
        false,
        Messengers {
            notifier: Some(Arc::<SlowService>::clone(service)),
            ..Messengers::default()
        },
        &Opening::default(),
    ))
}

/// Somebody at a table of days, with a device.
async fn seated(rooms: &Arc<RoomDirectory>, number: u64, table: Option<&Membership>) -> Membership {
    let newcomer = Newcomer {
        name: None,
        hash: Secret::draw().unwrap().hash(),
        bot: false,
    };
    let handle = Arc::new(ConnectionHandle::new(number, BEGIN_MS));
    let settings = Settings {
        clock: ClockSetting::correspondence(3),
        ..Settings::default()
    };
    let seat = match table {
        None => rooms.create(settings, None, &newcomer, &handle).await,
        Some(host) => {
            let code = host.room.code().unwrap();
            rooms.join(code, &newcomer, &handle).await
        }
    };
    let membership = seat.unwrap().membership;
    let device = PushSubscription {
        endpoint: "https://push.example/1".into(),
        p256dh: String::new(),
        auth: String::new(),
        key: String::new(),
    };
    membership.subscribe(device).await.unwrap();
    membership
}

#[tokio::test]
async fn notifications_that_hang_keep_others_only_until_they_are_given_up() {
    let row = row("notifications of a turn that are on their way");
    assert!(row.one.ends_with("20 of the 64"), "{}", row.one);
    let clock = Clock::manual(BEGIN_MS);
    let service = Arc::new(SlowService {
        asked: AtomicUsize::new(0),
        answers: Arc::new(Semaphore::new(0)),
    });
    let rooms = directory(&clock, &service);
    let mut tables = Vec::new();
    for number in 0..AT_ONCE as u64 + 10 {
        let host = seated(&rooms, 2 * number, None).await;
        let guest = seated(&rooms, 2 * number + 1, Some(&host)).await;
        tables.push([host, guest]);
    }
    clock.advance(NOTIFY_AFTER_MS);
    for [host, _] in &tables {
        rooms.run_due(host.room.id).await;
    }
    assert_eq!(service.asked.load(Relaxed), AT_ONCE);
    // Given up, they make room, and each of the others comes a moment later.
    service.answers.add_permits(tables.len());
    let is_over = async || {
        while service.asked.load(Relaxed) < tables.len() {
            clock.advance(10_000);
            for [host, _] in &tables {
                rooms.run_due(host.room.id).await;
            }
            tokio::task::yield_now().await;
        }
    };
    soon("every notification", is_over()).await;
    assert_eq!(service.asked.load(Relaxed), tables.len(), "each once");
}

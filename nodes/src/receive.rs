//! Service of the deciding node for the WebSockets that other nodes carry to it, and for their questions.

use std::{
    collections::HashMap,
    net::IpAddr,
    pin::pin,
    sync::{Arc, Weak},
    time::Duration,
};

use admission::{AddressGroup, AddressLimiter, capacity::Capacity};
use carrying::decider_link::{ADDRESS_FULL, NO_SERVICE, SERVER_FULL, StreamHead};
use connection::{
    Connection,
    feed::feed,
    stream::{StreamReader, StreamWriter},
};
use link::{ArrivedLink, Caller, LinkDoor, LinkRequest};
use node::Node;
use protocol::refusal::LimitOf;
use rooms::{handle::ConnectionHandle, ids::LinkNumber};
use tokio::{
    runtime::Handle,
    task::JoinSet,
    time::{interval, timeout},
};

use super::{peers::Carrier, service_question, turns::DRAIN};

/// Time between two rounds that forget connections that have gone, and addresses that have none.
const TIDY: Duration = Duration::from_secs(1);

/// A node that carries sockets for this one.
struct CarryingNode {
    node: Arc<Node>,
    carrier: Carrier,
    number: LinkNumber,
    /// Its sockets, by address: each node has places of its own.
    limiter: Arc<AddressLimiter>,
    /// The connections by their numbers on the link.
    sockets: HashMap<u64, Weak<ConnectionHandle>>,
}

/// The halves of a stream that is taken; nothing when it is gone already.
fn accept(request: LinkRequest) -> Option<(StreamReader, StreamWriter)> {
    let (reader, writer) = request.accept()?;
    Some((
        StreamReader::Carried(Box::new(reader)),
        StreamWriter::Carried(Box::new(writer)),
    ))
}

/// Lets nodes in and serves them, until dropped.
pub async fn receive(node: Arc<Node>, mut door: LinkDoor<Carrier>, workers: Vec<Handle>) {
    let mut links = JoinSet::new();
    let mut number: LinkNumber = LinkNumber::MIN;
    loop {
        tokio::select! {
            arrival = door.next() => {
                let serve = serve(Arc::clone(&node), number, arrival);
                // A link and all that comes by it stay on one thread: each move would wake another otherwise.
                let turn = number.get() as usize % (workers.len() + 1);
                match workers.get(turn) {
                    Some(worker) => links.spawn_on(serve, worker),
                    None => links.spawn(serve),
                };
                number = number.checked_add(1).unwrap_or(LinkNumber::MIN);
            }
            Some(_) = links.join_next() => {}
        }
    }
}

async fn serve(node: Arc<Node>, number: LinkNumber, arrival: Caller<Carrier>) {
    if let Some((carrier, link)) = arrival.greet().await {
        CarryingNode::new(&node, carrier, number).serve(link).await;
    }
}

impl CarryingNode {
    fn new(node: &Arc<Node>, carrier: Carrier, number: LinkNumber) -> CarryingNode {
        let mut limits = (*node.limits).clone();
        limits.connections = carrier.connections;
        let capacity = Capacity {
            connections: carrier.connections,
            doorway: carrier.doorway,
            ..node.capacity
        };
        CarryingNode {
            node: Arc::clone(node),
            limiter: Arc::new(AddressLimiter::new(Arc::new(limits), capacity)),
            carrier,
            number,
            sockets: HashMap::new(),
        }
    }

    async fn serve(mut self, mut link: ArrivedLink) {
        let name = self.carrier.name.clone();
        tracing::info!("node {name} carries connections here");
        let node = Arc::clone(&self.node);
        node.note_carrier(self.number, Some(name.clone()));
        let mut over = pin!(async {
            loop {
                node.changes_until(|| node.service().is_none()).await;
                // Who is carried reads the goodbye; a service that is back goes on with the link.
                let again = node.changes_until(|| node.service().is_some());
                if timeout(DRAIN, again).await.is_err() {
                    break;
                }
            }
        });
        let mut tidy = interval(TIDY);
        loop {
            tokio::select! {
                request = link.next() => match request {
                    Some(request) => self.take(request),
                    None => break,
                },
                () = &mut over => break,
                _ = tidy.tick() => {
                    self.limiter.sweep();
                    self.sockets.retain(|_, handle| handle.strong_count() > 0);
                }
            }
        }
        node.note_carrier(self.number, None);
        tracing::info!("node {name} carries nothing here any more");
    }

    fn take(&mut self, request: LinkRequest) {
        match serde_json::from_str(request.head()) {
            Ok(StreamHead::Socket { visitor, socket }) => {
                self.take_socket(request, visitor, socket);
            }
            Ok(StreamHead::Feed { room, after }) => {
                if let Some(service) = self.node.service()
                    && let Some(halves) = accept(request)
                {
                    tokio::spawn(feed(service, room, after, halves));
                }
            }
            Ok(StreamHead::Resync { socket, room, seq }) => {
                let handle = self.sockets.get(&socket).and_then(Weak::upgrade);
                if let Some(handle) = handle {
                    handle.notify(|slots| slots.resync = Some((room, seq)));
                }
                request.answer(Vec::new());
            }
            Ok(StreamHead::Ask(question)) => {
                let (node, name) = (Arc::clone(&self.node), self.carrier.name.clone());
                tokio::spawn(async move {
                    let answer = service_question::answer(&node, Some(&name), question).await;
                    request.answer(serde_json::to_vec(&answer).unwrap_or_default());
                });
            }
            Ok(StreamHead::Superseded { record }) => {
                self.node.journal.superseded(record);
                request.answer(Vec::new());
            }
            Ok(StreamHead::Leave) => {
                if let Some(service) = self.node.service() {
                    service.stop_carried(self.number);
                }
                request.answer(Vec::new());
            }
            Err(_) => request.refuse("this node is of another version"),
        }
    }

    fn take_socket(&mut self, request: LinkRequest, visitor: IpAddr, socket: u64) {
        let Some(service) = self.node.current_service() else {
            return request.refuse(NO_SERVICE);
        };
        let source = AddressGroup::from(visitor);
        let admission = match self.limiter.admit(source) {
            Ok(admission) => admission,
            Err(LimitOf::Server) => return request.refuse(SERVER_FULL),
            Err(LimitOf::Address) => return request.refuse(ADDRESS_FULL),
        };
        let in_doorway = admission.is_in_doorway();
        let registration = service.register(source, in_doorway, Some(self.number));
        let Some(halves) = accept(request) else {
            return;
        };
        let handle = Arc::downgrade(&registration.handle);
        self.sockets.insert(socket, handle);
        tokio::spawn(async move {
            let handle = Arc::clone(&registration.handle);
            let mut connection = Connection::new(service, handle, admission, halves, Vec::new());
            connection.run().await;
            drop(connection);
            drop(registration);
        });
    }
}

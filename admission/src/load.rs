//! Load that a network causes, for the operator to look at.

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// The load of a network. A budget's share is 1 when all of it is spent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkLoad {
    /// The network.
    pub network: IpNet,
    /// Number of its connections.
    pub connections: u64,
    /// The share of its budget of work that it has spent.
    pub work: f64,
    /// The same of the rooms that it may open.
    pub rooms: f64,
    /// The same of the codes that it may try in vain.
    pub failed_joins: f64,
}

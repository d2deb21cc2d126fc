//! The network interfaces of a machine, and which of them lead to other machines rather than to
//! containers on this one: by what Linux tells in `/sys/class/net` and `/proc/net`. Elsewhere all do.

use std::{collections::BTreeSet, fs, path::PathBuf};

/// The deepest that interfaces stand on one another; a bound against circles.
const DEEPEST: usize = 8;
/// A network of Ethernet, in `type` (ARPHRD_ETHER). Tunnels have other numbers.
const ETHERNET: &str = "1";

/// The interfaces of this network namespace.
pub struct Interfaces {
    /// A folder for each.
    folder: PathBuf,
    /// Those by which packets leave for everywhere.
    default_routes: BTreeSet<String>,
}

impl Interfaces {
    /// Those of this machine.
    pub fn here() -> Interfaces {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (v4, v6) = (read("/proc/net/route"), read("/proc/net/ipv6_route"));
        Interfaces {
            folder: "/sys/class/net".into(),
            default_routes: default_routes(&v4, &v6),
        }
    }

    /// Whether other machines may reach the address of an interface. A bridge or a virtual cable
    /// that stands on no hardware and leads nowhere else ends in containers or virtual machines;
    /// inside of one, where no hardware is seen, a virtual cable is what leads out.
    pub fn leads_out(&self, name: &str) -> bool {
        if self.default_routes.contains(name) || self.has_hardware(name, DEEPEST) {
            return true;
        }
        let leads_inside = self.is_virtual_cable(name) && self.sees_hardware();
        !self.is_bridge(name) && !leads_inside
    }

    /// Whether it is a card, or a bridge, bond or VLAN above one.
    fn has_hardware(&self, name: &str, depth: usize) -> bool {
        let above_hardware = || {
            self.lower(name)
                .iter()
                .any(|lower| self.has_hardware(lower, depth - 1))
        };
        self.folder.join(name).join("device").exists() || depth > 0 && above_hardware()
    }

    fn sees_hardware(&self) -> bool {
        let all = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names = all.map(|entry| entry.file_name());
        names.any(|name| self.has_hardware(&name.to_string_lossy(), DEEPEST))
    }

    /// Those on which an interface stands.
    fn lower(&self, name: &str) -> Vec<String> {
        let all = fs::read_dir(self.folder.join(name)).into_iter().flatten();
        let names = all.flatten().map(|entry| entry.file_name());
        names
            .filter_map(|name| Some(name.to_str()?.strip_prefix("lower_")?.to_owned()))
            .collect()
    }

    fn is_bridge(&self, name: &str) -> bool {
        self.folder.join(name).join("bridge").exists()
    }

    /// Whether it is one end of a cable whose other is elsewhere (veth).
    fn is_virtual_cable(&self, name: &str) -> bool {
        let read = |what| {
            let path = self.folder.join(name).join(what);
            let text = fs::read_to_string(path).unwrap_or_default();
            text.trim().to_owned()
        };
        let (own, other) = (read("ifindex"), read("iflink"));
        let has_other = !matches!(&*other, "" | "0") && own != other;
        read("type") == ETHERNET && has_other && self.lower(name).is_empty()
    }
}

/// The interfaces of the default routes in `/proc/net/route` and `/proc/net/ipv6_route`.
fn default_routes(v4: &str, v6: &str) -> BTreeSet<String> {
    let is_zero = |field: &str| field.bytes().all(|digit| digit == b'0');
    let of_v4 = v4.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[interface, to, _, _, _, _, _, mask, ..] = &*fields else {
            return None;
        };
        (is_zero(to) && is_zero(mask)).then_some(interface)
    });
    let of_v6 = v6.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[to, length, .., interface] = &*fields else {
            return None;
        };
        // What nothing leads to is said as a route to `lo`.
        (is_zero(to) && is_zero(length) && interface != "lo").then_some(interface)
    });
    of_v4.chain(of_v6).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;

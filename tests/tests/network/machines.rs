//! Machines of their own on this one: network namespaces, joined by cables to a
//! switch, some behind a router that translates addresses.

use std::{
    fs::File,
    os::fd::AsFd,
    path::{Path, PathBuf},
    process::{Command, id},
};

use rustix::thread::{LinkNameSpaceType, move_into_link_name_space};
use tests::script::write_script;

/// NAT rules that give packets the address of the router that they leave by (nft(8)).
const NAT: &str = "add chain inet nat out { type nat hook postrouting priority 100 ; }";

/// Protocol that the network speaks; of the other there is nothing.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    V4,
    V6,
}

impl Family {
    /// An address of the network, with its length.
    fn outside(self, host: u8) -> String {
        match self {
            Family::V4 => format!("198.51.100.{host}/24"),
            Family::V6 => format!("2001:db8:1::{host}/64"),
        }
    }

    /// An address behind the router.
    fn inside(self, host: u8) -> String {
        match self {
            Family::V4 => format!("192.168.77.{host}/24"),
            Family::V6 => format!("fd77::{host}/64"),
        }
    }

    /// The address of a machine for others, as it stands in a URL.
    pub fn in_url(self, host: u8) -> String {
        let address = self.outside(host);
        let (address, _) = address.split_once('/').unwrap();
        match self {
            Family::V4 => address.to_owned(),
            Family::V6 => format!("[{address}]"),
        }
    }
}

/// A switch with machines, each of which has an address by its number.
pub struct Network {
    family: Family,
    /// Every namespace, the switch first.
    names: Vec<String>,
}

/// A machine. A program started while it is entered runs on it.
pub struct Machine {
    name: String,
    namespace: File,
}

/// While this lives, its thread is on a machine; then back where it was.
pub struct Visit(File);

impl Network {
    /// A switch without machines.
    ///
    /// # Errors
    /// Why this machine makes none.
    pub fn new(family: Family) -> Result<Network, String> {
        let switch = format!("oxo-{}-{family:?}-switch", id());
        let network = Network {
            family,
            names: vec![switch.clone()],
        };
        try_run(&format!("ip netns add {switch}"))?;
        try_run(&format!("ip -n {switch} link add hub type bridge"))?;
        try_run(&format!("ip -n {switch} link set hub up"))?;
        // Settings of a router.
        let nft = format!("ip netns exec {switch} nft");
        try_run(&format!("{nft} add table inet nat"))?;
        try_run(&format!("{nft} {NAT}"))?;
        Ok(network)
    }

    /// A machine at the switch.
    pub fn machine(&mut self, name: &str, host: u8) -> Machine {
        let machine = self.bare(name);
        self.plug(&machine, &format!("cable{host}"), "net0");
        let address = self.family.outside(host);
        machine.address(&address, "net0");
        machine.run(&format!("ip {} route add default dev net0", self.flag()));
        machine
    }

    /// A router at the switch, and a machine behind it: others see the
    /// router's address only.
    pub fn behind_router(&mut self, name: &str, host: u8) -> Machine {
        let router = self.machine("router", host);
        let machine = self.bare(name);
        run(&format!(
            "ip -n {} link add lan0 type veth peer name net0 netns {}",
            router.name, machine.name
        ));
        router.address(&self.family.inside(1), "lan0");
        machine.address(&self.family.inside(2), "net0");
        let gateway = self.family.inside(1);
        let (gateway, _) = gateway.split_once('/').unwrap();
        machine.run(&format!(
            "ip {} route add default via {gateway}",
            self.flag()
        ));
        let forwarding = match self.family {
            Family::V4 => "net.ipv4.ip_forward=1",
            Family::V6 => "net.ipv6.conf.all.forwarding=1",
        };
        router.run(&format!("sysctl -q -w {forwarding}"));
        router.run("nft add table inet nat");
        router.run(&format!("nft {NAT}"));
        router.run("nft add rule inet nat out oifname net0 masquerade");
        machine
    }

    /// Pulls the cable of the machine with that number out of the switch.
    pub fn pull(&self, host: u8) {
        run(&format!(
            "ip -n {} link set cable{host} down",
            self.names[0]
        ));
    }

    /// Puts it back.
    pub fn put_back(&self, host: u8) {
        run(&format!("ip -n {} link set cable{host} up", self.names[0]));
    }

    fn bare(&mut self, name: &str) -> Machine {
        let name = self.names[0].replace("switch", name);
        run(&format!("ip netns add {name}"));
        // Without the second in which an address is tried out: a browser that loads a page then
        // lets go of it when the address is there.
        run(&format!(
            "ip netns exec {name} sysctl -q -w net.ipv6.conf.default.accept_dad=0"
        ));
        self.names.push(name.clone());
        let namespace = File::open(format!("/run/netns/{name}")).unwrap();
        let machine = Machine { name, namespace };
        machine.run("ip link set lo up");
        machine
    }

    fn plug(&self, machine: &Machine, cable: &str, card: &str) {
        let switch = &self.names[0];
        run(&format!(
            "ip -n {switch} link add {cable} type veth peer name {card} netns {}",
            machine.name
        ));
        run(&format!("ip -n {switch} link set {cable} master hub up"));
    }

    fn flag(&self) -> &'static str {
        match self.family {
            Family::V4 => "-4",
            Family::V6 => "-6",
        }
    }
}

impl Drop for Network {
    /// Processes that run in them keep them until they end.
    fn drop(&mut self) {
        for name in &self.names {
            let _ = try_run(&format!("ip netns delete {name}"));
        }
    }
}

impl Machine {
    /// Goes to this machine: what this thread starts and connects is there.
    pub fn enter(&self) -> Visit {
        let before = File::open("/proc/thread-self/ns/net").unwrap();
        go_to(&self.namespace);
        Visit(before)
    }

    /// A program that runs another on this machine and finds its network in `/sys`, which
    /// does not change for a thread that only enters.
    pub fn program(&self, folder: &Path, program: &Path) -> PathBuf {
        let path = folder.join(&self.name);
        let (name, program) = (&self.name, program.display());
        let script = format!("#!/bin/sh\nexec ip netns exec {name} {program} \"$@\"\n");
        write_script(&path, &script);
        path
    }

    /// A network card that leads nowhere, such as programs for containers make.
    pub fn add_private_network(&self, address: &str) {
        self.run("ip link add docker0 type bridge");
        self.address(address, "docker0");
    }

    fn address(&self, address: &str, card: &str) {
        // Whether somebody else has it need not be found out.
        let nodad = if address.contains("::") { "nodad" } else { "" };
        self.run(&format!("ip address add {address} dev {card} {nodad}"));
        self.run(&format!("ip link set {card} up"));
    }

    fn run(&self, line: &str) {
        run(&format!("ip netns exec {} {line}", self.name));
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        go_to(&self.0);
    }
}

fn go_to(namespace: &File) {
    let kind = Some(LinkNameSpaceType::Network);
    move_into_link_name_space(namespace.as_fd(), kind).unwrap();
}

fn run(line: &str) {
    try_run(line).unwrap_or_else(|why| panic!("{line}: {why}"));
}

/// Runs a command without a shell.
fn try_run(line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let done = Command::new(words.next().unwrap_or_default())
        .args(words)
        .output()
        .map_err(|why| why.to_string())?;
    match done.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
    }
}

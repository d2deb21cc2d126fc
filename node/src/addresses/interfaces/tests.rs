//! Tests of `interfaces`, with folders like those of Linux.

use tempfile::TempDir;

use super::*;

/// A card.
const CARD: &[&str] = &["device"];
/// A bridge for containers: its ports end in them.
const DOCKER: &[&str] = &["bridge", "lower_veth1"];
const VETH: &[&str] = &["type:1", "ifindex:7", "iflink:2"];

/// Interfaces with the files and folders of each (`name:content` for a file).
fn interfaces(all: &[(&str, &[&str])], default_routes: &[&str]) -> (TempDir, Interfaces) {
    let folder = tempfile::tempdir().unwrap();
    for (name, entries) in all {
        let interface = folder.path().join(name);
        fs::create_dir(&interface).unwrap();
        for entry in *entries {
            match entry.split_once(':') {
                Some((file, text)) => fs::write(interface.join(file), format!("{text}\n")).unwrap(),
                None => fs::create_dir(interface.join(entry)).unwrap(),
            }
        }
    }
    let interfaces = Interfaces {
        folder: folder.path().into(),
        default_routes: default_routes.iter().map(ToString::to_string).collect(),
    };
    (folder, interfaces)
}

/// A machine's description, its interfaces with the entries of each, those with a default route; which lead out, and
/// which do not.
type Machine<'a> = (
    &'a str,
    &'a [(&'a str, &'a [&'a str])],
    &'a [&'a str],
    &'a [&'a str],
    &'a [&'a str],
);

const MACHINES: &[Machine] = &[
    (
        "a laptop with docker, libvirt and podman",
        &[
            ("eth0", CARD),
            ("wlan0", CARD),
            ("docker0", &["bridge"]),
            ("br-5f3a", DOCKER),
            ("virbr0", &["bridge", "lower_vnet0"]),
            ("vnet0", &["tun_flags", "type:1", "ifindex:9", "iflink:9"]),
            ("veth1", VETH),
            ("ve-web", VETH),
        ],
        &["wlan0"],
        &["eth0", "wlan0"],
        &["docker0", "br-5f3a", "virbr0", "veth1", "ve-web"],
    ),
    (
        "a host of virtual machines, whose card is in a bridge",
        &[
            ("eno1", CARD),
            ("br0", &["bridge", "lower_bond0", "lower_vnet0"]),
            ("bond0", &["lower_eno1"]),
            ("br1", &["bridge", "lower_eno1.20"]),
            (
                "eno1.20",
                &["lower_eno1", "type:1", "ifindex:8", "iflink:2"],
            ),
            ("vnet0", &["tun_flags"]),
            ("docker0", DOCKER),
        ],
        &["br0"],
        &["br0", "br1", "eno1.20", "bond0"],
        &["docker0"],
    ),
    (
        "a bridge that leads out though nothing tells why",
        &[("br0", &["bridge"]), ("docker0", &["bridge"])],
        &["br0"],
        &["br0"],
        &["docker0"],
    ),
    (
        "inside of a container, with two networks",
        &[("eth0", VETH), ("eth1", VETH), ("docker0", DOCKER)],
        &["eth0"],
        &["eth0", "eth1"],
        &["docker0"],
    ),
    (
        "private networks by tunnels, and what is not known",
        &[
            ("eth0", CARD),
            ("wg0", &["type:65534", "ifindex:5", "iflink:5"]),
            (
                "tun0",
                &["tun_flags", "type:65534", "ifindex:6", "iflink:6"],
            ),
            ("gre1", &["type:778", "ifindex:7", "iflink:2"]),
            ("vxlan0", &["type:1", "ifindex:8", "iflink:0"]),
        ],
        &["eth0"],
        &["eth0", "wg0", "tun0", "gre1", "vxlan0", "elsewhere"],
        &[],
    ),
    (
        "bridges on one another without end",
        &[
            ("br0", &["bridge", "lower_br1"]),
            ("br1", &["bridge", "lower_br0"]),
        ],
        &[],
        &[],
        &["br0", "br1"],
    ),
];

#[test]
fn container_interfaces_do_not_lead_out() {
    for &(what, all, routes, leading, not_leading) in MACHINES {
        let (_folder, interfaces) = interfaces(all, routes);
        for name in leading {
            assert!(interfaces.leads_out(name), "{name}: {what}");
        }
        for name in not_leading {
            assert!(!interfaces.leads_out(name), "{name}: {what}");
        }
    }
}

#[test]
fn without_the_files_of_linux_every_interface_leads_out() {
    let nowhere = Interfaces {
        folder: "/nowhere/at/all".into(),
        default_routes: BTreeSet::new(),
    };
    assert!(nowhere.leads_out("en0"));
}

#[test]
fn default_routes_are_read() {
    let v4 = "\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t0102A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t0002A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
";
    let zero = "0".repeat(32);
    let v6 = format!(
        "fe800000000000000000000000000000 40 {zero} 00 {zero} 00000100 00000002 00000000 00000001 docker0
{zero} 00 {zero} 00 fd000000000000000000000000000001 00000400 00000003 00000000 00000003     wlan0
{zero} 00 {zero} 00 {zero} ffffffff 00000001 00000000 00200200       lo
"
    );
    let found: Vec<String> = default_routes(v4, &v6).into_iter().collect();
    assert_eq!(found, ["eth0", "wlan0"]);
    assert!(default_routes("", "what is this").is_empty());
}

//! The shape of the source: no file imports, directly or through others, a file that imports it;
//! crates depend only on those of lower floors; documents name what exists; texts leave the programs
//! where they are made harmless.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod crates;
mod documents;
mod examples;
mod files;
mod graph;
mod imports;
mod modules;
mod outputs;
mod scripts;
mod shared;

use std::{collections::BTreeSet, path::PathBuf};

use graph::Graph;

/// Crates of server and client, floor by floor: a crate may depend on those of lower floors.
const SHARED_FLOORS: &[&[&str]] = &[
    &["game", "strict-json", "command-line"],
    &["patterns", "gomocup", "protocol"],
    &["engine", "referee", "sentences"],
];

/// Those of the server alone, above the shared ones.
const SERVER_FLOORS: &[&[&str]] = &[
    &["clock", "cluster", "admission"],
    &["journal", "compute"],
    &["rooms"],
    &["lobby", "link"],
    &["connection"],
    &["carrying", "config"],
    &["tls", "push", "nats", "journal-files"],
    &["node", "journal-sqlite"],
    &["nodes", "picture"],
    &["server"],
];

/// Those of the clients alone, above the shared ones.
const CLIENT_FLOORS: &[&[&str]] = &[
    &["client", "load"],
    &["archive"],
    &["frontend"],
    &["bot"],
    &["client-cli"],
];

/// Crates that use none of the others, on whichever floor they stand.
const ALONE: &[&str] = &[
    "clock",
    "command-line",
    "strict-json",
    "link",
    "push",
    "cluster",
];

/// Crates that nothing depends on; they may depend on all.
const ON_TOP: &[&str] = &["bench", "strength", "tests", "fuzz", "dist"];

/// The frontends of the program in `client-cli`: what they share is beneath them, and so is the crate `bot`, which is one, too.
const FRONTENDS: &[&str] = &["tui", "plain", "jsonl"];

/// The root of the workspace. Asked for when the test runs, so that it can be held against any tree.
fn workspace() -> PathBuf {
    let tests =
        std::env::var("CARGO_MANIFEST_DIR").expect("the folder of this package, as cargo gives it");
    PathBuf::from(tests).parent().unwrap().to_owned()
}

fn imports_of(member: &str) -> Graph {
    let workspace = workspace();
    let mut graph = Graph::default();
    for root in crates::roots(&workspace, member) {
        imports::read(&workspace, &root, &mut graph);
    }
    graph
}

/// Prints the circles of a graph and answers how many there are.
fn report(name: &str, graph: &Graph) -> usize {
    let circles = graph.circles();
    println!("{name}: {} import circles", circles.len());
    for circle in &circles {
        println!("{circle}");
    }
    circles.len()
}

#[test]
fn no_file_of_a_crate_imports_one_that_imports_it() {
    let members = crates::members(&workspace());
    let circles = members
        .iter()
        .map(|member| report(member, &imports_of(member)));
    assert_eq!(circles.sum::<usize>(), 0, "import circles, printed above");
}

#[test]
fn no_module_of_the_page_imports_one_that_imports_it() {
    let mut graph = Graph::default();
    scripts::read(&workspace(), "server/web", &mut graph);
    assert!(graph.imports().count() > 50, "the imports are found");
    assert_eq!(
        report("server/web", &graph),
        0,
        "import circles, printed above"
    );
}

#[test]
fn crates_depend_only_on_those_below() {
    let arrows = crates::arrows(&workspace());
    let mut placed: BTreeSet<&str> = ON_TOP.iter().copied().collect();
    for own in [SERVER_FLOORS, CLIENT_FLOORS] {
        let mut below = BTreeSet::new();
        for floor in SHARED_FLOORS.iter().chain(own) {
            for member in *floor {
                let mut up = arrows[*member].iter();
                let up = up.find(|other| !below.contains(other.as_str()));
                assert_eq!(up, None, "{member} depends on it");
            }
            below.extend(floor.iter().copied());
        }
        placed.extend(below);
    }
    for member in ALONE {
        assert!(arrows[*member].is_empty(), "{member} depends on another");
    }
    let members: BTreeSet<&str> = arrows.keys().map(String::as_str).collect();
    assert_eq!(placed, members, "each crate has a floor");
}

#[test]
fn no_frontend_imports_another() {
    let graph = imports_of("client-cli");
    let frontend = |file: &str| {
        let within = file.strip_prefix("client-cli/src/")?;
        let first = within.split(['/', '.']).next()?;
        FRONTENDS.iter().find(|name| **name == first)
    };
    for name in FRONTENDS {
        let mut own = graph
            .imports()
            .filter(|(from, ..)| frontend(from) == Some(name));
        assert!(own.next().is_some(), "{name} is a frontend");
    }
    let across = |(from, to, _): &(&str, &str, _)| matches!((frontend(from), frontend(to)), (Some(one), Some(other)) if one != other);
    let found: Vec<_> = graph.imports().filter(across).collect();
    assert!(found.is_empty(), "{found:#?}");
    let own = FRONTENDS
        .iter()
        .flat_map(|name| files::sources(&format!("client-cli/src/{name}")));
    let files: Vec<String> = own
        .filter(|file| files::read(file).contains("bot::"))
        .collect();
    assert!(files.is_empty(), "of the crate `bot`: {files:#?}");
}

#[test]
fn the_log_filter_covers_each_crate_of_the_server() {
    let arrows = crates::arrows(&workspace());
    let (mut below, mut next) = (BTreeSet::new(), vec!["server".to_owned()]);
    while let Some(member) = next.pop() {
        if below.insert(member.clone()) {
            next.extend(arrows[&member].iter().cloned());
        }
    }
    let text = files::read("server/src/logging.rs");
    let (_, list) = text.split_once("const OWN: ").unwrap();
    let (list, _) = list.split_once("];").unwrap();
    for member in below {
        let name = crates::name(&workspace(), &member).replace('-', "_");
        assert!(
            list.contains(&format!("\"{name}\"")),
            "{name} is not in OWN"
        );
    }
}

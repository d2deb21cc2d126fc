//! The server's options from each source, and its answers.

mod printing;
mod refusals;
mod table;
mod tls;

use std::{
    collections::HashMap,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
};

use ipnet::IpNet;
use protocol::Limits;

use super::{declare::ValueKind, *};

/// The sources of a server's options, without a process.
#[derive(Default)]
struct OptionSources {
    args: Vec<String>,
    variables: HashMap<String, String>,
    folders: ServerFolders,
    files: HashMap<PathBuf, String>,
}

const FILE: &str = "/etc/oxo.toml";

impl OptionSources {
    fn nothing() -> OptionSources {
        OptionSources {
            folders: ServerFolders {
                data: Some("/home/ana/.local/share".into()),
                config: Some("/home/ana/.config".into()),
            },
            ..OptionSources::default()
        }
    }

    fn args(mut self, args: &[&str]) -> OptionSources {
        self.args.extend(args.iter().map(|arg| (*arg).to_owned()));
        self
    }

    fn variable(mut self, name: &str, value: &str) -> OptionSources {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// A file that `--config` names.
    fn file(mut self, text: &str) -> OptionSources {
        self.files.insert(FILE.into(), text.into());
        self.args(&["--config", FILE])
    }

    fn usual_file(mut self, text: &str) -> OptionSources {
        let path = "/home/ana/.config/oxo-server/config.toml".into();
        self.files.insert(path, text.into());
        self
    }

    fn resolve(&self) -> Result<Invocation, String> {
        let program = ["oxo-server".to_owned()];
        let args = program.iter().chain(&self.args).map(OsString::from);
        let read = |path: &Path| {
            let text = self.files.get(path).cloned();
            text.ok_or_else(|| io::ErrorKind::NotFound.into())
        };
        let env = |name: &str| self.variables.get(name).map(OsString::from);
        resolve(args, env, &self.folders, read)
    }

    fn options(&self) -> ServerOptions {
        match self.resolve() {
            Ok(Invocation::Run(options, None)) => *options,
            other => panic!("{other:?}"),
        }
    }

    fn printed(self) -> String {
        match self.args(&["config", "print"]).resolve() {
            Ok(Invocation::Print(text)) => text,
            other => panic!("{other:?}"),
        }
    }

    /// The sentence as the program prints it.
    fn refused(&self) -> String {
        self.resolve().unwrap_err() + "."
    }

    fn help(&self) -> String {
        match self.resolve() {
            Ok(Invocation::Help(help)) => help.to_string(),
            other => panic!("{other:?}"),
        }
    }
}

/// A valid value for each option, none of them the default.
fn another(option: &ConfigOption) -> &'static str {
    match option.name {
        "listen" => "127.0.0.1:8080",
        "socket_mode" => "666",
        "tls_cert" => "/etc/oxo/cert.pem",
        "tls_key" => "/etc/oxo/key.pem",
        "tls_domain" => "oxo.example",
        "tls_email" => "ana@oxo.example",
        "tls_directory" => "https://acme.example/directory",
        "data" => "/var/oxo",
        "admin" => "/run/oxo/admin.sock",
        "journal" => "memory",
        "keep_games_days" => "7",
        "journal_mb" => "100",
        "free_disk_mb" => "50",
        "base_path" => "/oxo",
        "public_url" => "https://oxo.example/oxo",
        "moved_to" => "https://new.example/oxo",
        "trusted_proxy" => "10.0.0.0/8",
        "origin" => "https://games.example",
        "server_name" => "Ana's OXO",
        "log" => "warn,server=debug",
        "worker_threads" => "3",
        "backup" => "/backups/oxo",
        "backup_every" => "90m",
        "backup_keep" => "3",
        "metrics_listen" => "127.0.0.1:9999",
        "metrics_token" => "only-for-this-test",
        "cluster" => "nats://n1.example",
        "cluster_name" => "games",
        "cluster_monitor" => "n1.example:8333",
        "cluster_replicas" => "1",
        "cluster_keep" => "36h",
        "cluster_ca" => "/etc/oxo/ca.pem",
        "cluster_cert" => "/etc/oxo/node.pem",
        "cluster_key" => "/etc/oxo/node-key.pem",
        "node" => "b",
        "peer_listen" => "10.0.0.1:2953",
        "create_log" => "true",
        "no_push" => "true",
        "no_webhooks" => "true",
        "push_contact" => "mailto:ana@oxo.example",
        "push_network" => "10.0.0.0/8",
        "exhibition" => "7x7x4",
        // Above `short_grace_ms` and below `dead_ms`, so that each can stand alone.
        _ if option.is_limit => "40321",
        name => panic!("no value for {name}"),
    }
}

/// Adds the options that this one needs to have that value.
fn with_required(sources: OptionSources, option: &ConfigOption) -> OptionSources {
    match option.name {
        "public_url" => sources.args(&["--base-path", "/oxo"]),
        "tls_cert" => sources.args(&["--tls-key", "/etc/oxo/key.pem"]),
        "tls_key" => sources.args(&["--tls-cert", "/etc/oxo/cert.pem"]),
        "tls_email" | "tls_directory" => sources.args(&["--tls-domain", "oxo.example"]),
        "dead_ms" | "lost_grace_ms" => sources.args(&["--ping-ms", "40000"]),
        "seat_ping_ms" => sources.args(&["--seat-dead-ms", "50000"]),
        "short_grace_ms" => sources.args(&["--lost-grace-ms", "50000"]),
        "cluster" => sources.args(&["--node", "a"]),
        "node" => sources.args(&["--cluster", "n1"]),
        "cluster_cert" => in_cluster(sources).args(&["--cluster-key", "/etc/oxo/node-key.pem"]),
        "cluster_key" => in_cluster(sources).args(&["--cluster-cert", "/etc/oxo/node.pem"]),
        "create_log" | "peer_listen" | "cluster_monitor" | "cluster_ca" => in_cluster(sources),
        _ => sources,
    }
}

fn in_cluster(sources: OptionSources) -> OptionSources {
    sources.args(&["--cluster", "n1", "--node", "a"])
}

/// The option by its flag.
fn by_flag(option: &ConfigOption, value: &str) -> OptionSources {
    let flag = option.flag.as_str();
    match option.kind {
        ValueKind::Switch => OptionSources::nothing().args(&[flag]),
        _ => OptionSources::nothing().args(&[flag, value]),
    }
}

fn tcp(address: &str) -> ListenAddress {
    ListenAddress::Tcp(address.parse().unwrap())
}

fn in_file(option: &ConfigOption, value: &str) -> String {
    let set = match option.kind {
        ValueKind::Text => format!("{} = {value:?}", option.name),
        ValueKind::Number | ValueKind::Switch => format!("{} = {value}", option.name),
        ValueKind::List => format!("{} = [{value:?}]", option.name),
    };
    match option.is_limit {
        true => format!("[limits]\n{set}\n"),
        false => format!("{set}\n"),
    }
}

#[test]
fn every_option_has_a_default() {
    let options = OptionSources::nothing().options();
    assert_eq!(options.listen, [tcp("[::]:1952")]);
    let data = Path::new("/home/ana/.local/share/oxo-server");
    assert_eq!(options.data, data);
    assert_eq!(options.limits, Limits::default());
    let expected = ServerOptions {
        data: data.into(),
        ..ServerOptions::default()
    };
    assert_eq!(options, expected);
}

#[test]
fn every_option_is_set_by_flag_variable_and_file() {
    for option in ConfigOption::all() {
        let (flag, variable) = (option.flag.as_str(), option.variable.as_str());
        let value = another(option);
        let by = [
            (by_flag(option, value), flag),
            (OptionSources::nothing().variable(variable, value), variable),
            (OptionSources::nothing().file(&in_file(option, value)), FILE),
        ];
        for (sources, source) in by {
            let options = with_required(sources, option).options();
            let expected = match option.kind {
                ValueKind::Text => value.into(),
                ValueKind::Number => value.parse::<i64>().unwrap().into(),
                ValueKind::Switch => value.parse::<bool>().unwrap().into(),
                ValueKind::List => vec![value].into(),
            };
            assert_eq!(
                (option.get)(&options, option.name),
                Some(expected),
                "{} {source}",
                option.name
            );
        }
    }
}

#[test]
fn every_limit_reaches_its_own_field_only() {
    for (name, _) in Limits::NAMES {
        let key = ConfigOption::named(name).unwrap();
        let sources = OptionSources::nothing().file(&in_file(key, another(key)));
        let limits = with_required(sources, key).options().limits;
        let mut expected = with_required(OptionSources::nothing(), key)
            .options()
            .limits;
        *expected.get_mut(name).unwrap() = 40_321;
        assert_eq!(limits, expected, "{name}");
    }
}

#[test]
fn a_flag_beats_a_variable_beats_the_file_beats_the_default() {
    let port = |sources: &OptionSources| match sources.options().listen[..] {
        [ListenAddress::Tcp(address)] => address.port(),
        ref other => panic!("{other:?}"),
    };
    let sources = OptionSources::nothing();
    assert_eq!(port(&sources), 1952);
    let sources = sources.file("listen = '0.0.0.0:1'");
    assert_eq!(port(&sources), 1);
    let sources = sources.variable("OXO_LISTEN", "0.0.0.0:2");
    assert_eq!(port(&sources), 2);
    let sources = sources.args(&["--listen", "0.0.0.0:3"]);
    assert_eq!(port(&sources), 3);
    let sources = sources.variable("OXO_LISTEN", "0.0.0.0:4");
    assert_eq!(port(&sources), 3);
}

#[test]
fn limits_obey_the_same_precedence_as_options() {
    let sources = OptionSources::nothing()
        .file("[limits]\nrooms = 1\nspectators = 1\nnesting = 1")
        .variable("OXO_ROOMS", "2")
        .variable("OXO_SPECTATORS", "2")
        .args(&["--rooms", "3"]);
    let limits = sources.options().limits;
    assert_eq!((limits.rooms, limits.spectators, limits.nesting), (3, 2, 1));
}

#[test]
fn an_empty_variable_is_not_set() {
    let sources = OptionSources::nothing()
        .file("listen = '0.0.0.0:1'")
        .variable("OXO_LISTEN", "")
        .variable("OXO_PUBLIC_URL", "");
    assert_eq!(sources.options().listen, [tcp("0.0.0.0:1")]);
    assert_eq!(sources.options().public_url, None);
}

#[test]
fn the_file_is_the_named_one_or_the_usual_one() {
    let usual = OptionSources::nothing().usual_file("server_name = 'usual'");
    assert_eq!(usual.options().server_name, "usual");
    let by_variable = usual.variable("OXO_CONFIG", "/by/variable.toml");
    assert!(
        by_variable
            .refused()
            .contains("/by/variable.toml (from OXO_CONFIG)")
    );
    let by_flag = by_variable.file("server_name = 'flag'");
    assert_eq!(by_flag.options().server_name, "flag");
}

#[test]
fn lists_grow_by_repeating_and_by_commas_but_not_across_sources() {
    let sources = OptionSources::nothing()
        .file("origin = ['https://a.example', 'https://b.example']")
        .variable("OXO_TRUSTED_PROXY", "127.0.0.1, 10.1.2.3/8,");
    let options = sources.options();
    assert_eq!(options.origin, ["https://a.example", "https://b.example"]);
    let nets: Vec<_> = options.trusted_proxy.iter().map(IpNet::to_string).collect();
    assert_eq!(nets, ["127.0.0.1/32", "10.0.0.0/8"]);
    let sources = sources.args(&[
        "--origin",
        "HTTPS://C.example:443/",
        "--origin",
        "http://d.example:81",
    ]);
    let origins = sources.options().origin;
    assert_eq!(origins, ["https://c.example", "http://d.example:81"]);
}

#[test]
fn base_paths_have_one_form() {
    let forms = [
        ("", ""),
        ("/", ""),
        ("oxo", "/oxo"),
        ("/oxo", "/oxo"),
        ("/oxo/", "/oxo"),
        ("a/b", "/a/b"),
    ];
    for (typed, kept) in forms {
        let sources = OptionSources::nothing().args(&["--base-path", typed]);
        assert_eq!(sources.options().base_path, kept, "{typed:?}");
    }
}

#[test]
fn a_public_url_without_a_path_gets_the_base_path() {
    let url = |url, base| {
        let sources = OptionSources::nothing().args(&["--public-url", url, "--base-path", base]);
        sources.options().public_url.unwrap().to_string()
    };
    assert_eq!(
        url("https://oxo.example", "/oxo"),
        "https://oxo.example/oxo"
    );
    assert_eq!(
        url("https://oxo.example/oxo/", "oxo"),
        "https://oxo.example/oxo/"
    );
    assert_eq!(url("https://oxo.example/", ""), "https://oxo.example/");
}

#[test]
fn a_login_in_a_url_that_cannot_be_read_is_not_shown() {
    let wrong = "nats://oxo:secret@n1/path";
    for sources in [
        OptionSources::nothing().args(&["--node", "a", "--cluster", wrong]),
        OptionSources::nothing().variable("OXO_CLUSTER", wrong),
        OptionSources::nothing().file(&format!("cluster = ['{wrong}']")),
    ] {
        let refused = sources.refused();
        assert!(refused.contains("\"…@n1/path\""), "{refused}");
        assert!(!refused.contains("secret"), "{refused}");
    }
}

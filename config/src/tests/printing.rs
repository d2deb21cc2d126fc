//! The configuration as the server prints it.

use super::*;

/// The line of a printed configuration that is about `name`.
fn line<'a>(printed: &'a str, name: &str) -> &'a str {
    let start = format!("{name} = ");
    printed
        .lines()
        .find(|line| line.starts_with(&start))
        .unwrap()
}

#[test]
fn a_printed_configuration_names_every_source() {
    let printed = OptionSources::nothing()
        .file("server_name = 'file'\n[limits]\nrooms = 5")
        .variable("OXO_JOURNAL", "memory")
        .args(&["--listen", "[::]:1"])
        .printed();
    let ends = |name, source: &str| {
        let line = line(&printed, name);
        assert!(line.ends_with(&format!(" # {source}")), "{line}");
    };
    ends("server_name", FILE);
    ends("rooms", FILE);
    ends("journal", "OXO_JOURNAL");
    ends("listen", "--listen");
    ends("data", "default");
    ends("nesting", "default");
    assert!(printed.contains("# worker_threads is not set: one for each processor core\n"));
}

#[test]
fn a_printed_configuration_reads_back_as_the_same() {
    let mut sources = OptionSources::nothing();
    assert_same_when_read_back(&sources.options(), sources.printed());
    sources = OptionSources::nothing();
    for option in ConfigOption::all() {
        let value = match option.name {
            // Beside the files of a certificate there are no names to obtain one for.
            "tls_domain" | "tls_email" | "tls_directory" => continue,
            "metrics_token" => continue,
            // In memory there would be nothing to back up.
            "journal" => "sqlite",
            "dead_ms" | "seat_dead_ms" => "40322",
            _ => another(option),
        };
        sources = sources.variable(&option.variable, value);
    }
    assert_same_when_read_back(&sources.options(), sources.printed());
}

#[test]
fn a_token_is_said_to_be_set_and_not_shown() {
    let sources = OptionSources::nothing().variable("OXO_METRICS_TOKEN", "only-for-this-test");
    assert!(!format!("{:?}", sources.options()).contains("only-for-this-test"));
    let printed = sources.printed();
    assert!(!printed.contains("only-for-this-test"), "{printed}");
    let line = "# metrics_token is set (OXO_METRICS_TOKEN) and not shown\n";
    assert!(printed.contains(line), "{printed}");
    let sources = OptionSources::nothing().variable("OXO_METRICS_TOKEN", "secret");
    let refused = sources.refused();
    assert!(!refused.contains("secret"), "{refused}");
    assert!(refused.contains("16 to 256 letters"), "{refused}");
}

#[test]
fn a_password_of_nats_is_not_shown() {
    let servers = "nats://oxo:only-for-this-test@n1,n2";
    let sources = OptionSources::nothing()
        .variable("OXO_CLUSTER", servers)
        .args(&["--node", "a"]);
    assert!(!format!("{:?}", sources.options()).contains("only-for-this-test"));
    let printed = sources.printed();
    let line = "# cluster is set (OXO_CLUSTER) and not shown\n";
    assert!(printed.contains(line), "{printed}");
    assert!(!printed.contains("only-for-this-test"), "{printed}");
}

fn assert_same_when_read_back(options: &ServerOptions, printed: String) {
    let again = OptionSources::nothing().file(&printed);
    assert_eq!(again.options(), *options);
    // Also the printing itself, sources aside.
    let bare = |text: &str| text.parse::<toml::Table>().unwrap();
    assert_eq!(bare(&again.printed()), bare(&printed));
}

#[test]
fn flags_may_stand_before_and_behind_the_command() {
    let sources = OptionSources::nothing().args(&[
        "--rooms",
        "7",
        "config",
        "--nesting",
        "8",
        "print",
        "--linger-ms",
        "9",
    ]);
    let Ok(Invocation::Print(printed)) = sources.resolve() else {
        panic!()
    };
    for (name, value) in [("rooms", 7), ("nesting", 8), ("linger_ms", 9)] {
        assert!(line(&printed, name).starts_with(&format!("{name} = {value} ")));
    }
}

#[test]
fn help_names_every_flag_with_its_default_and_limits_apart() {
    let help = OptionSources::nothing().args(&["--help"]).help();
    assert!(help.starts_with("The OXO server"), "{help}");
    let (general, limits) = help.split_once("\nLimits:\n").unwrap();
    for option in ConfigOption::all() {
        let part = if option.is_limit { limits } else { general };
        assert!(
            part.contains(&format!("{} <", option.flag))
                || part.contains(&format!("{}[=<", option.flag)),
            "{}",
            option.flag
        );
    }
    assert!(limits.contains("Bytes of a message or frame from a client [default: 4096]"));
    assert!(general.contains("[default: [::]:1952]"));
    assert!(help.contains("Examples:"));
    let version = OptionSources::nothing().args(&["--version"]).help();
    assert_eq!(
        version.trim(),
        concat!("oxo-server ", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn without_a_home_games_are_kept_where_the_server_was_started() {
    let sources = OptionSources::default();
    assert_eq!(sources.options().data, Path::new("./oxo-data"));
    let printed = sources.printed();
    assert!(
        line(&printed, "data").ends_with("# default here, for this user has no home directory")
    );
}

#[test]
fn a_commands_help_has_its_own_options_first_and_those_that_matter_to_it() {
    let help = |command: &str| OptionSources::nothing().args(&["help", command]).help();
    let doctor = help("doctor");
    let (own, rest) = doctor.split_once("\nOptions of the server:\n").unwrap();
    assert!(own.contains("--json") && !own.contains("--listen"), "{own}");
    assert!(
        rest.contains("--listen") && rest.contains("\nLimits:\n"),
        "{rest}"
    );
    let config = help("config");
    let (own, _) = config.split_once("\nOptions of the server:\n").unwrap();
    assert!(own.contains("print ") && own.contains("--help"), "{own}");
    let close = help("rooms").replace("Options of the server", "");
    for (command, shown, hidden) in [
        (help("backup"), "--data", "--listen"),
        (help("announce"), "--admin", "--listen"),
        (close, "--admin", "--rooms "),
        (help("health"), "--base-path", "--data"),
        (help("man"), "[COMMAND]", "--data"),
    ] {
        assert!(command.contains(shown), "{shown} is not in:\n{command}");
        assert!(!command.contains(hidden), "{hidden} is in:\n{command}");
        assert!(command.contains("oxo-server help lists them"), "{command}");
    }
}

#[test]
fn a_page_and_a_script_are_printed_whatever_the_configuration_is() {
    let printed = |args: &[&str]| match OptionSources::nothing().file("x").args(args).resolve() {
        Ok(Invocation::Print(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(printed(&["man"]).contains(".TH oxo-server 1"));
    assert!(printed(&["man", "rooms", "close"]).contains(".TH oxo-server-rooms-close 1"));
    let script = printed(&["completions", "bash"]);
    assert!(script.contains("sqlite memory") && script.contains("backup"));
}

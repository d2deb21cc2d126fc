//! Tests of the `auto` way to notify.

use super::*;
use crate::tui::tests::settings;

/// `auto` in an environment such as `TERM=foot TMUX=1`.
fn of(environment: &str) -> Notify {
    let variables = environment
        .split(' ')
        .filter_map(|pair| pair.split_once('='));
    Notify::of_terminal(|name| {
        let found = variables.clone().find(|(set, _)| *set == name);
        found.map_or_else(String::new, |(_, value)| value.to_owned())
    })
}

#[test]
fn a_terminal_is_notified_in_its_own_way_and_only_once() {
    for (environment, expected) in [
        ("TERM=xterm-256color", Notify::Osc9),
        ("TERM=xterm-ghostty", Notify::Osc9),
        ("TERM=xterm-kitty", Notify::Osc9),
        ("WT_SESSION=1", Notify::Osc777),
        ("TERM=foot", Notify::Osc777),
        ("TERM=rxvt-unicode-256color", Notify::Osc777),
        ("TERM=xterm-256color KONSOLE_VERSION=230801", Notify::Osc777),
        ("TERM=xterm-256color VTE_VERSION=7402", Notify::Osc777),
    ] {
        assert_eq!(of(environment), expected, "{environment}");
    }
}

#[test]
fn no_notification_is_sent_to_a_terminal_that_would_print_or_drop_it() {
    for environment in [
        "",
        "TERM=dumb",
        "TERM=linux",
        "TERM=tmux-256color",
        "TERM=screen",
        "TERM=xterm-256color TMUX=/tmp/tmux-0/default,1,0",
        "TERM=xterm-256color STY=1.tty",
        "WT_SESSION=1 TMUX=1",
    ] {
        assert_eq!(of(environment), Notify::Off, "{environment}");
    }
}

#[test]
fn notifications_follow_the_bell_unless_they_are_chosen() {
    let mut settings = UiSettings {
        notify: Notify::Auto,
        ..settings("mono")
    };
    let xterm = |name: &str| match name {
        "TERM" => "xterm".to_owned(),
        _ => String::new(),
    };
    for (notify, bell, expected) in [
        (Notify::Auto, true, Notify::Osc9),
        (Notify::Auto, false, Notify::Off),
        (Notify::Osc777, false, Notify::Osc777),
        (Notify::Off, true, Notify::Off),
    ] {
        (settings.notify, settings.bell) = (notify, bell);
        assert_eq!(settings.notification(xterm), expected);
    }
}

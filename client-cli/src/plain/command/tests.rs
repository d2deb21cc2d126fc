//! Unit tests of `command`.

use std::collections::HashSet;

use sentences::{TAGS, key, say};

use super::*;

#[test]
fn commands_are_parsed_in_any_case_with_extra_spaces_and_wrong_arguments() {
    for (line, typed) in [
        ("", ConsoleCommand::Empty),
        ("  b2 ", ConsoleCommand::Cell("b2".into())),
        ("5", ConsoleCommand::Cell("5".into())),
        ("Board", ConsoleCommand::Board),
        ("takeback", ConsoleCommand::Takeback(Some(1))),
        ("takeback 3", ConsoleCommand::Takeback(Some(3))),
        ("takeback x", ConsoleCommand::Takeback(None)),
        ("takeback 0", ConsoleCommand::Takeback(None)),
        ("claim WIN", ConsoleCommand::Claim(Some(Claimed::Win))),
        ("claim all", ConsoleCommand::Claim(None)),
        ("name  Ana Maria", ConsoleCommand::Name("Ana Maria".into())),
        ("say good luck", ConsoleCommand::Say(Some(Phrase::GoodLuck))),
        ("say must-go", ConsoleCommand::Say(Some(Phrase::MustGo))),
        ("say nonsense", ConsoleCommand::Say(None)),
        ("take x", ConsoleCommand::Choose(Some(OpeningChoice::X))),
        ("TAKE O", ConsoleCommand::Choose(Some(OpeningChoice::O))),
        ("take both", ConsoleCommand::Choose(None)),
        ("two", ConsoleCommand::Choose(Some(OpeningChoice::PlaceTwo))),
        ("hint", ConsoleCommand::Hint),
        ("computer", ConsoleCommand::Computer(None)),
        (
            "computer 5",
            ConsoleCommand::Computer(Some(Some(Level::TOP))),
        ),
        ("computer 6", ConsoleCommand::Computer(Some(None))),
        ("chat", ConsoleCommand::Chat(ChatCommand::Show)),
        ("chat OFF", ConsoleCommand::Chat(ChatCommand::Stop)),
        (
            "chat  https://chat.example/Hooks",
            ConsoleCommand::Chat(ChatCommand::Tell("https://chat.example/Hooks".into())),
        ),
        ("device", ConsoleCommand::Device(Some(DeviceCommand::Share))),
        (
            "Device alone",
            ConsoleCommand::Device(Some(DeviceCommand::RemoveOthers)),
        ),
        ("device 2", ConsoleCommand::Device(None)),
        ("lang zh_TW", ConsoleCommand::Language(Some("zh-TW"))),
        ("language", ConsoleCommand::Language(None)),
    ] {
        for tag in TAGS {
            assert_eq!(
                read(&Catalogue::for_language(tag), line),
                typed,
                "{tag} {line}"
            );
        }
    }
}

#[test]
fn every_language_has_its_own_command_words() {
    for (tag, line, typed) in [
        (
            "en",
            "say I have to go.",
            ConsoleCommand::Say(Some(Phrase::MustGo)),
        ),
        ("pt-BR", "Empate", ConsoleCommand::Offer(OfferKind::Draw)),
        ("pt-BR", "desfazer 2", ConsoleCommand::Takeback(Some(2))),
        (
            "pt-BR",
            "reivindicar VITÓRIA",
            ConsoleCommand::Claim(Some(Claimed::Win)),
        ),
        (
            "pt-BR",
            "dizer boa sorte",
            ConsoleCommand::Say(Some(Phrase::GoodLuck)),
        ),
        ("zh-CN", "接受", ConsoleCommand::Accept),
        // The blank of Chinese keyboards is a wide one.
        (
            "zh-CN",
            "宣布　平局",
            ConsoleCommand::Claim(Some(Claimed::Draw)),
        ),
        (
            "zh-TW",
            "說 謝謝",
            ConsoleCommand::Say(Some(Phrase::Thanks)),
        ),
        (
            "pt-BR",
            "bate-papo desligar",
            ConsoleCommand::Chat(ChatCommand::Stop),
        ),
        (
            "zh-CN",
            "设备 仅此",
            ConsoleCommand::Device(Some(DeviceCommand::RemoveOthers)),
        ),
        ("zh-TW", "語言 pt", ConsoleCommand::Language(Some("pt-BR"))),
    ] {
        assert_eq!(
            read(&Catalogue::for_language(tag), line),
            typed,
            "{tag} {line}"
        );
    }
}

#[test]
fn no_word_means_two_things_and_the_help_has_every_word() {
    for tag in TAGS {
        let text = Catalogue::for_language(tag);
        let help = say!(text, HELP_PLAYER);
        let names = key::ALL.iter().map(|(_, key)| key.name);
        let words = names.filter(|name| name.starts_with("word."));
        assert_eq!(words.count(), WORDS.len(), "{tag}");
        let mut seen = HashSet::new();
        for english in WORDS {
            let own = own_words(&text, english);
            let first = own.split(' ').next().unwrap_or_default();
            assert!(help.contains(first), "{tag}: the help has no {first}");
            for word in own.split(' ') {
                assert_eq!(word, word.to_lowercase(), "{tag}");
                assert!(
                    !word.is_empty() && seen.insert(word.to_owned()),
                    "{tag}: {own}"
                );
            }
        }
        for word in WORDS {
            assert_eq!(english(&text, word), word, "{tag}");
        }
    }
}

#[test]
fn every_phrase_can_be_typed_as_it_is_offered() {
    for tag in TAGS {
        let text = Catalogue::for_language(tag);
        for &meant in Phrase::ALL {
            let offered = spoken(&text, meant);
            assert_eq!(phrase(&text, &offered), Some(meant), "{tag}: {offered}");
        }
    }
}

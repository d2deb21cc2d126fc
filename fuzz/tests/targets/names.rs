//! Names that people type.

use bolero::{TypeGenerator, check};
use protocol::name::{BYTES, COLUMNS, GRAPHEMES, clean, unique_name};

use crate::INPUTS;

/// Characters that matter to names: marks, what joins and divides, what is
/// wide, what cannot be seen, what looks like something else.
const TRICKY: [char; 24] = [
    'a',
    'A',
    'é',
    'e',
    '\u{301}',
    '\u{323}',
    ' ',
    '\u{a0}',
    '\t',
    '2',
    'А',
    '山',
    '한',
    'ᄒ',
    'ᅡ',
    '😀',
    '\u{200d}',
    '\u{fe0f}',
    '\u{202e}',
    '\u{0}',
    'ﷺ',
    'ß',
    'İ',
    '\u{1f1e7}',
];

#[derive(Debug, TypeGenerator)]
enum Letter {
    Tricky(u8),
    Any(char),
}

fn text(letters: &[Letter]) -> String {
    let letter = |letter: &Letter| match letter {
        Letter::Tricky(number) => TRICKY[usize::from(*number) % TRICKY.len()],
        Letter::Any(letter) => *letter,
    };
    letters.iter().map(letter).collect()
}

#[test]
fn a_clean_name_is_clean() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<Vec<Letter>>()
        .for_each(|letters| {
            let Ok(Some(name)) = clean(&text(letters)) else {
                return;
            };
            assert_eq!(clean(&name), Ok(Some(name.clone())));
            assert!(!name.is_empty() && name.len() <= BYTES);
            assert_eq!(name.trim(), name);
            assert!(!name.chars().any(char::is_control));
        });
}

#[test]
fn names_at_one_table_are_told_apart() {
    let names = check!()
        .with_iterations(INPUTS)
        .with_type::<(Vec<Letter>, Vec<Vec<Letter>>)>();
    names.for_each(|(own, others)| {
        let kept = |letters: &Vec<Letter>| clean(&text(letters)).ok().flatten();
        let others: Vec<String> = others.iter().filter_map(kept).collect();
        let Some(own) = kept(own) else { return };
        let others = || others.iter().map(String::as_str);
        let name = unique_name(&own, others());
        // Apart from them all, it needs no other number.
        assert_eq!(unique_name(&name, others()), name);
        assert_eq!(clean(&name), Ok(Some(name.clone())));
        assert!(name.chars().count() <= BYTES && COLUMNS == GRAPHEMES);
    });
}

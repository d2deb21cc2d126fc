//! The symmetry of the marks.

use super::*;

#[test]
fn every_shape_has_its_size_and_is_symmetric() {
    let flip = |c| match c {
        '▀' => '▄',
        '▄' => '▀',
        other => other,
    };
    for (width, height) in [(3, 2), (5, 3), (9, 5), (15, 7), (19, 9)] {
        for mark in Mark::BOTH {
            let shape = shape(mark, height, Charset::Box, false);
            assert_eq!(shape.len(), usize::from(height));
            for (line, opposite) in shape.iter().zip(shape.iter().rev()) {
                assert_eq!(line.chars().count(), width, "{line}");
                let mirrored: String = line.chars().rev().collect();
                assert_eq!(*line, mirrored);
                let upside: String = opposite.chars().map(flip).collect();
                assert_eq!(*line, upside);
            }
        }
    }
}

#[test]
fn ascii_is_ascii_and_no_two_shapes_are_alike() {
    for height in [1, 2, 3, 5, 7, 9] {
        for charset in [Charset::Box, Charset::Ascii] {
            let mut all = Vec::new();
            for mark in Mark::BOTH {
                for hollow in [false, true] {
                    all.push(shape(mark, height, charset, hollow));
                }
            }
            assert!(charset == Charset::Box || all.concat().concat().is_ascii());
            let different = all.iter().collect::<std::collections::BTreeSet<_>>();
            // A letter alone is not hollow; what stands beside it tells.
            assert_eq!(different.len(), if height == 1 { 2 } else { 4 });
        }
    }
}

use std::collections::HashSet;

use super::*;

#[test]
fn a_value_meets_its_target_its_limit_or_neither() {
    let goal = Goal {
        limit: 1.6,
        target: 1.25,
    };
    assert_eq!(goal.status(1.25), "target met");
    assert_eq!(goal.status(1.26), "within limit");
    assert_eq!(goal.status(1.6), "within limit");
    assert_eq!(goal.status(1.61), "over limit");
    assert_eq!(goal.status(f64::NAN), "over limit");
}

#[test]
fn figures_are_named_once_and_all_but_the_other_servers_have_a_goal() {
    let names: HashSet<_> = FIGURES.iter().map(|figure| figure.name).collect();
    assert_eq!(names.len(), FIGURES.len());
    for figure in FIGURES {
        let is_other = figure.quantity.of.measurement.subject.is_other();
        assert_eq!(figure.goal.is_none(), is_other, "{}", figure.name);
        if let Some(goal) = figure.goal {
            assert!(goal.target < goal.limit, "{goal:?}");
        }
    }
}

#[test]
fn the_check_measures_everything_once_and_the_baseline_first() {
    let told: Vec<_> = measurements(&of_part(Part::Check))
        .iter()
        .map(|it| (it.subject.name, it.scenario))
        .collect();
    let expected = [
        ("bare relay", GAME),
        ("memory", GAME),
        ("relay of our events", GAME),
        ("sqlite", GAME),
        ("bare relay with SQLite", GAME),
        ("memory", Scenario::MEMORY),
    ];
    assert_eq!(told, expected);
}

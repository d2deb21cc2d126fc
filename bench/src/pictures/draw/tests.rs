use std::{collections::HashSet, fs, path::PathBuf};

use clap::Parser;

use super::*;
use crate::pictures::{PicturesOptions, plan, read};

#[derive(Parser)]
struct PicturesCommand {
    #[command(flatten)]
    options: PicturesOptions,
}

/// Of the tree, whatever the folder in which tests run.
fn options() -> PicturesOptions {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let PicturesCommand { options } = PicturesCommand::parse_from(["pictures"]);
    PicturesOptions {
        results: root.join(&options.results),
        out: root.join(&options.out),
        ..options
    }
}

#[test]
fn stored_results_have_every_point_of_their_chart() {
    let options = options();
    for plan in plan::all() {
        let results = read(&options.kept(plan.name)).unwrap();
        let places = |points: &[MeasuredPoint]| -> Vec<(String, String)> {
            let named = points.iter().map(|it| (it.series.clone(), it.x.clone()));
            named.collect()
        };
        let planned = plan.points.iter().chain(&plan.further);
        let planned: Vec<_> = planned.map(|it| (it.series.into(), it.x.into())).collect();
        let kept = [places(&results.points), places(&results.further)].concat();
        assert_eq!(kept, planned, "{}", plan.name);
        assert_eq!(planned.len(), planned.iter().collect::<HashSet<_>>().len());
    }
}

#[test]
fn the_charts_in_the_tree_are_drawn_from_the_stored_results() {
    let options = options();
    for plan in plan::all() {
        let results = read(&options.kept(plan.name)).unwrap();
        let beside = plan.beside.map(|name| read(&options.kept(name)).unwrap());
        for palette in &PALETTES {
            let drawn = svg(&plan, &results, beside.as_ref(), palette).unwrap();
            let file = options
                .out
                .join(format!("{}-{}.svg", plan.name, palette.name));
            let kept = fs::read_to_string(&file).unwrap();
            assert!(
                drawn == kept,
                "{}: draw it with `bench/run pictures`",
                file.display()
            );
        }
    }
}

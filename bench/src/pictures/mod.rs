//! The charts of `docs/performance.md`: their content, their measurements, and their drawing.

pub mod draw;
pub mod plan;
pub mod results;

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use load::BenchError;

use crate::{
    compare::{
        rounds::{self, TakenMeasurement},
        subject_process::BenchSetup,
    },
    pictures::{
        draw::PALETTES,
        plan::ChartPlan,
        results::{ChartResults, RunNote},
    },
};

/// Names of the pictures, and whether they are measured before.
#[derive(Args, Clone, Debug)]
pub struct PicturesOptions {
    /// Pictures by name; all of them when absent
    #[arg(value_name = "NAME", value_parser = names())]
    pub names: Vec<String>,
    /// Measure them first and keep what was measured
    #[arg(long)]
    pub measure: bool,
    /// Rounds of everything
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=50))]
    pub rounds: u32,
    /// The server's program; the one beside this program when absent
    #[arg(long, value_name = "PATH", env = "OXO_SERVER_BIN")]
    pub server: Option<PathBuf>,
    /// Directory with the results of runs, a file for each picture
    #[arg(long, value_name = "DIR", default_value = "bench/results")]
    pub results: PathBuf,
    /// Where the pictures go
    #[arg(long, value_name = "DIR", default_value = "docs/pictures/performance")]
    pub out: PathBuf,
}

fn names() -> clap::builder::PossibleValuesParser {
    let names: Vec<&str> = plan::all().iter().map(|plan| plan.name).collect();
    clap::builder::PossibleValuesParser::new(names)
}

impl PicturesOptions {
    /// The plans that were asked for.
    pub fn plans(&self) -> Vec<ChartPlan> {
        let is_chosen = |plan: &ChartPlan| {
            self.names.is_empty() || self.names.iter().any(|name| name == plan.name)
        };
        plan::all().into_iter().filter(is_chosen).collect()
    }

    /// The command that measures that picture so.
    fn command(&self, name: &str) -> String {
        let rounds = self.rounds;
        let mut command = format!("bench/run pictures {name} --measure --rounds {rounds}");
        if let Some(program) = self.server.as_deref().and_then(Path::file_name) {
            command += &format!(" --server {}", program.display());
        }
        command
    }

    /// Where the results of a picture are kept.
    fn kept(&self, name: &str) -> PathBuf {
        self.results.join(name).with_extension("json")
    }

    /// Draws each picture, light and dark, from the stored results of its run.
    pub fn draw(&self) -> Result<(), BenchError> {
        for plan in self.plans() {
            let results = read(&self.kept(plan.name))?;
            let beside = plan.beside.map(|name| read(&self.kept(name)));
            let beside = beside.transpose()?;
            for palette in &PALETTES {
                let svg = draw::svg(&plan, &results, beside.as_ref(), palette)?;
                let file = format!("{}-{}.svg", plan.name, palette.name);
                write(&self.out.join(file), &svg)?;
            }
            print!("{}", results.table(&plan));
        }
        Ok(())
    }

    /// Measures one picture's points in rounds, and keeps them.
    pub async fn measure(&self, plan: &ChartPlan, setup: &BenchSetup) -> Result<(), BenchError> {
        let note = RunNote::now(self.command(plan.name), self.rounds)?;
        let tell = |number, taken: &TakenMeasurement| {
            eprintln!("{}", crate::compare::report::progress(number, taken));
        };
        let measurements = plan.measurements();
        let rounds = rounds::rounds(setup, &measurements, 1..=self.rounds, tell).await;
        let results = ChartResults::of(plan, &rounds, note);
        let mut text = serde_json::to_string_pretty(&results)?;
        text.push('\n');
        write(&self.kept(plan.name), &text)
    }
}

fn read(file: &Path) -> Result<ChartResults, BenchError> {
    let text = fs::read_to_string(file)
        .map_err(|why| format!("{}: {why}; --measure measures and keeps it", file.display()))?;
    Ok(serde_json::from_str(&text)?)
}

fn write(file: &Path, text: &str) -> Result<(), BenchError> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))?)
}

//! Drawing of a picture as SVG, in the colours of a light and of a dark page.

use charts_rs::{
    AxisScale, Box as Margin, ChartBase, Color, FontConfig, HorizontalBarChart, LineChart, Series,
    SeriesBand, TextConfig, YAxisConfig,
};
use load::{BenchError, stats::Spread};

use crate::{
    compare::markdown::cell,
    pictures::{
        plan::{ChartForm, ChartPlan},
        results::{ChartResults, MeasuredPoint},
    },
};

/// The colours of a page.
pub struct ChartPalette {
    /// As files are called.
    pub name: &'static str,
    page: &'static str,
    text: &'static str,
    faint_text: &'static str,
    grid: &'static str,
    /// One for each series, in order.
    series: [&'static str; 5],
}

/// Light and dark, told apart by people who see few colours as well: the dashes of a line and its points differ, too.
pub const PALETTES: [ChartPalette; 2] = [
    ChartPalette {
        name: "light",
        page: "#ffffff",
        text: "#1f2328",
        faint_text: "#59636e",
        grid: "#d8dee4",
        series: ["#0969da", "#8250df", "#6e7781", "#bc4c00", "#1a7f37"],
    },
    ChartPalette {
        name: "dark",
        page: "#0d1117",
        text: "#e6edf3",
        faint_text: "#9198a1",
        grid: "#30363d",
        series: ["#58a6ff", "#bc8cff", "#9ea7b3", "#f0883e", "#56d364"],
    },
];

/// Dashes of the lines, in the order of the series.
const DASHES: [Option<&str>; 5] = [
    None,
    Some("9 3"),
    Some("3 3"),
    Some("12 3 3 3"),
    Some("6 6"),
];
/// In pixels; a page of documentation is hardly wider.
const WIDTH: f32 = 760.0;
const HEIGHT: f32 = 400.0;
/// Room behind a name: letters may be wider than those that widths are computed by.
const WIDER: &str = "\u{a0}\u{a0}\u{a0}\u{a0}";
const FONT: &str = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif";

/// The picture as a file.
pub fn svg(
    plan: &ChartPlan,
    results: &ChartResults,
    beside: Option<&ChartResults>,
    palette: &ChartPalette,
) -> Result<String, BenchError> {
    let places = results.names(|point| &point.x);
    let places = places.into_iter().map(str::to_owned);
    let drawn = match plan.form {
        ChartForm::Bars => {
            let (series, labels) = bars(results, beside, palette);
            let mut chart = HorizontalBarChart::new(vec![series], labels);
            chart.base.legend.show = Some(false);
            dress(&mut chart.base, &mut chart.y_axis_configs, plan, palette);
            // The axes have changed places.
            chart.base.x_axis.title = plan.y.to_owned();
            chart.y_axis_configs[0].title = None;
            chart.base.texts.push(note(plan, results, beside, palette));
            chart.svg()
        }
        ChartForm::Lines { is_log } => {
            let mut lines = lines(results, palette);
            if is_log {
                // On top of each other they could not be told apart; the tables have them.
                lines.iter_mut().for_each(|line| line.error_bar = None);
            }
            let decades = decades(&lines);
            let mut chart = LineChart::new(lines, places.collect());
            dress(&mut chart.base, &mut chart.y_axis_configs, plan, palette);
            chart.base.texts.push(note(plan, results, beside, palette));
            if is_log {
                let axis = &mut chart.y_axis_configs[0];
                axis.scale = AxisScale::Log(10.0);
                // A line of the grid at each of its labels.
                axis.split_number = decades;
            }
            chart.svg()
        }
    };
    Ok(drawn? + "\n")
}

/// All bars in one series, each in the colour of its place.
fn bars(
    results: &ChartResults,
    beside: Option<&ChartResults>,
    palette: &ChartPalette,
) -> (Series, Vec<String>) {
    let others = beside.into_iter().flat_map(|beside| &beside.points);
    let mut points: Vec<(&MeasuredPoint, Spread)> = results
        .points
        .iter()
        .chain(others)
        .filter_map(|point| Some((point, point.spread()?)))
        .collect();
    // The last is drawn at the top.
    points.sort_by(|one, other| other.1.median.total_cmp(&one.1.median));
    let colours = points.iter().map(|(point, _)| {
        let nth = results.points.iter().position(|it| it == *point);
        // Ours stand out from everybody else's.
        let is_ours = point.x.starts_with("ours");
        let nth = if is_ours { nth.unwrap_or(0) } else { 2 };
        Some(Color::from(palette.series[nth]))
    });
    let mut series = series("", points.iter().map(|(_, spread)| Some(*spread)));
    series.colors = Some(colours.collect());
    let label = |(point, spread): &(&MeasuredPoint, Spread)| {
        format!("{}: {}{WIDER}", point.x, cell(Some(*spread), 2))
    };
    let labels = points.iter().map(label);
    (series, labels.collect())
}

fn lines(results: &ChartResults, palette: &ChartPalette) -> Vec<Series> {
    let places = results.names(|point| &point.x);
    let names = results.names(|point| &point.series);
    let line = |(nth, name): (usize, &str)| {
        let spreads = places
            .iter()
            .map(|x| results.point(name, x).and_then(MeasuredPoint::spread));
        let mut line = series(name, spreads);
        line.stroke_dash_array = DASHES[nth % DASHES.len()].map(str::to_owned);
        line.index = Some(nth % palette.series.len());
        line
    };
    names.into_iter().enumerate().map(line).collect()
}

/// Powers of ten that the lines go through.
fn decades(lines: &[Series]) -> usize {
    let values = lines.iter().flat_map(|line| &line.data).flatten();
    let powers: Vec<f32> = values.map(|value| value.log10()).collect();
    let lowest = powers.iter().copied().fold(f32::INFINITY, f32::min);
    let highest = powers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (highest.ceil() - lowest.floor()).max(1.0) as usize
}

/// Medians, with what lies between the lowest and the highest.
fn series(name: &str, spreads: impl Iterator<Item = Option<Spread>>) -> Series {
    let spreads: Vec<Option<Spread>> = spreads.collect();
    let pick = |of: fn(Spread) -> f64| -> Vec<Option<f32>> {
        let values = spreads.iter();
        values.map(|it| it.map(|it| of(it) as f32)).collect()
    };
    let mut series = Series::new_nullable(format!("{name}{WIDER}"), pick(|it| it.median));
    series.error_bar = Some(SeriesBand {
        lower: pick(|it| it.low),
        upper: pick(|it| it.high),
        stroke_width: None,
    });
    series
}

/// Sizes, titles and colours that all pictures share.
fn dress(
    chart: &mut ChartBase,
    y_axes: &mut Vec<YAxisConfig>,
    plan: &ChartPlan,
    palette: &ChartPalette,
) {
    let font = |size, colour: &str| FontConfig {
        size,
        color: colour.into(),
        weight: None,
    };
    (chart.width, chart.height) = (WIDTH, HEIGHT);
    chart.margin = Margin {
        left: 16.0,
        top: 14.0,
        right: 24.0,
        bottom: 8.0,
    };
    chart.font_family = FONT.to_owned();
    chart.background_color = palette.page.into();
    chart.is_light = palette.name == "light";
    chart.title.text = plan.title.to_owned();
    chart.title.font = FontConfig {
        weight: Some("600".to_owned()),
        ..font(16.0, palette.text)
    };
    chart.legend.font = font(13.0, palette.text);
    chart.x_axis.font = font(13.0, palette.faint_text);
    chart.x_axis.title = plan.x.to_owned();
    chart.x_axis.stroke_color = palette.grid.into();
    chart.grid.stroke_color = palette.grid.into();
    chart.series.colors = palette.series.iter().map(|it| (*it).into()).collect();
    chart.series.smooth = false;
    chart.series.label.font = font(13.0, palette.text);
    for axis in y_axes {
        axis.font = font(13.0, palette.faint_text);
        axis.title = Some(plan.y.to_owned());
    }
}

/// Where the figures are from.
fn note(
    plan: &ChartPlan,
    results: &ChartResults,
    beside: Option<&ChartResults>,
    palette: &ChartPalette,
) -> TextConfig {
    let run = &results.note;
    let spread = match plan.form {
        ChartForm::Lines { is_log: true } => "",
        _ => ", lowest and highest",
    };
    let mut text = format!(
        "{}, {}: median of {} rounds{spread}",
        run.command, run.date, run.rounds
    );
    if let Some(beside) = beside {
        text += &format!("; others {}", beside.note.date);
    }
    TextConfig {
        text,
        left: Some(16.0),
        bottom: Some(8.0),
        font: FontConfig {
            size: 11.0,
            color: palette.faint_text.into(),
            weight: None,
        },
        reserve: true,
        ..TextConfig::default()
    }
}

#[cfg(test)]
mod tests;

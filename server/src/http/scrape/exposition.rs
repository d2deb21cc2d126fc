//! The text that Prometheus reads (its text format, version 0.0.4).

use std::fmt::{Display, Write};

use journal::HistogramReading;

/// Its `Content-Type`.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A text that grows by one metric after the other. Every metric is always
/// there with all its labels, so that a rule never asks for a series that is not known yet.
#[derive(Debug, Default)]
pub struct Exposition {
    text: String,
}

/// A metric whose meaning is known, to be named and written.
pub struct DescribedMetric<'a> {
    text: &'a mut String,
    help: &'a str,
}

impl Exposition {
    /// A metric with this meaning.
    pub fn about<'a>(&'a mut self, help: &'a str) -> DescribedMetric<'a> {
        let text = &mut self.text;
        DescribedMetric { text, help }
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }
}

impl DescribedMetric<'_> {
    /// A number that only grows.
    pub fn counter(mut self, name: &str, value: impl Display) {
        self.head(name, "counter");
        self.line(name, "", value);
    }

    /// A number as it is now.
    pub fn gauge(mut self, name: &str, value: impl Display) {
        self.head(name, "gauge");
        self.line(name, "", value);
    }

    /// Numbers that only grow, one for each value of a label.
    pub fn counters<T: Display>(
        mut self,
        name: &str,
        label: &str,
        values: impl IntoIterator<Item = (&'static str, T)>,
    ) {
        self.head(name, "counter");
        self.labelled(name, label, values);
    }

    /// Numbers as they are now, one for each value of a label.
    pub fn gauges<T: Display>(
        mut self,
        name: &str,
        label: &str,
        values: impl IntoIterator<Item = (&'static str, T)>,
    ) {
        self.head(name, "gauge");
        self.labelled(name, label, values);
    }

    /// Values by bucket.
    pub fn histogram(mut self, name: &str, reading: &HistogramReading) {
        self.head(name, "histogram");
        let buckets = format!("{name}_bucket");
        for (most, count) in &reading.within {
            let most = most.map_or("+Inf".to_owned(), |most| most.to_string());
            self.line(&buckets, &format!("{{le=\"{most}\"}}"), count);
        }
        self.line(&format!("{name}_sum"), "", reading.sum);
        self.line(&format!("{name}_count"), "", reading.count());
    }

    fn head(&mut self, name: &str, kind: &str) {
        let help = self.help;
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// The values of labels are ours: nothing in them has to be escaped.
    fn labelled<T: Display>(
        &mut self,
        name: &str,
        label: &str,
        values: impl IntoIterator<Item = (&'static str, T)>,
    ) {
        for (of, value) in values {
            self.line(name, &format!("{{{label}=\"{of}\"}}"), value);
        }
    }

    fn line(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.text, "{name}{labels} {value}");
    }
}

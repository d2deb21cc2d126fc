//! A server's figures, as `/metrics` has them.

use std::{collections::BTreeMap, net::SocketAddr};

use crate::raw::{request_with, status_and_body};

/// Every series by its name with its labels, such as `oxo_games{players="people"}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// The text they were read from.
    pub text: String,
    series: BTreeMap<String, f64>,
}

impl Figures {
    /// Asks for them at an address.
    ///
    /// # Panics
    /// When they are not to be had there.
    pub async fn at(to: SocketAddr, token: Option<&str>) -> Figures {
        let lines = token.map(|token| format!("authorization: Bearer {token}\r\n"));
        let answer = request_with(to, "GET", "/metrics", &lines.unwrap_or_default()).await;
        let (status, body) = status_and_body(&answer);
        assert_eq!(status, "HTTP/1.1 200 OK", "{body}");
        Figures::read(body)
    }

    /// Reads them from their text.
    ///
    /// # Panics
    /// When a line is neither a comment nor a series with a number.
    pub fn read(text: &str) -> Figures {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let series = lines.map(|line| {
            let (name, value) = line.rsplit_once(' ').expect("a series and its value");
            (name.to_owned(), value.parse().expect("a number"))
        });
        Figures {
            text: text.to_owned(),
            series: series.collect(),
        }
    }

    /// One of them.
    ///
    /// # Panics
    /// When it is not there.
    pub fn get(&self, series: &str) -> f64 {
        let value = self.series.get(series);
        *value.unwrap_or_else(|| panic!("no {series} in\n{}", self.text))
    }

    /// Figures that have grown, and by how much, with names that begin so.
    pub fn since<'a>(&'a self, before: &Figures, prefix: &str) -> Vec<(&'a str, f64)> {
        let named = self
            .series
            .iter()
            .filter(|(name, _)| name.starts_with(prefix));
        let grown = named.map(|(name, value)| (name.as_str(), value - before.get(name)));
        grown.filter(|(_, by)| *by != 0.0).collect()
    }

    /// Every series' name with its labels.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.series.keys().map(String::as_str)
    }

    /// The values of a label of a metric.
    pub fn labels(&self, metric: &str, label: &str) -> Vec<&str> {
        let start = format!("{metric}{{{label}=\"");
        let values = self.names().filter_map(|name| name.strip_prefix(&start));
        values.filter_map(|rest| rest.strip_suffix("\"}")).collect()
    }
}

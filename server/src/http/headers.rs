//! Header lines of a request: those that decide something may stand there only once.

use hyper::{
    HeaderMap,
    header::{HeaderName, HeaderValue},
};

/// A header line that stands there more than once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repeated;

/// The value of a header line that may be there once.
pub(super) fn single<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a HeaderValue>, Repeated> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Repeated),
        (value, None) => Ok(value),
    }
}

/// The values of a header line that may be there several times, as far as they are texts.
pub(super) fn texts<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).iter();
    values.filter_map(|value| value.to_str().ok())
}

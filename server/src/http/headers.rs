//! Header lines that decide something, and so may stand in a request only once.

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

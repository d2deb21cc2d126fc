//! The program that runs in a terminal, and its arguments and environment.

use std::path::{Path, PathBuf};

use crate::process::oxo_binary;

/// Program and settings of a terminal.
pub struct Start<'a> {
    pub program: PathBuf,
    pub home: &'a Path,
    pub server: &'a str,
    pub arguments: &'a [&'a str],
    /// Beside what every program is given; stronger than that.
    pub environment: &'a [(&'a str, &'a str)],
    /// Columns and rows.
    pub size: (u16, u16),
}

impl<'a> Start<'a> {
    /// `oxo` in a terminal of 100 columns and 40 rows.
    pub fn oxo(home: &'a Path, server: &'a str, arguments: &'a [&'a str]) -> Start<'a> {
        Start {
            program: oxo_binary(),
            home,
            server,
            arguments,
            environment: &[],
            size: (100, 40),
        }
    }
}

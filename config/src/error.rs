//! Reasons why a configuration cannot be used.

/// Reason why a server cannot be started with its options.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The command line asks for help or the version.
    #[error("{0}")]
    Help(clap::Error),
    /// The mistake, its place, and what would be right.
    #[error("{0}.")]
    Invalid(String),
}

impl From<String> for ConfigError {
    fn from(sentence: String) -> ConfigError {
        ConfigError::Invalid(sentence)
    }
}

//! A certificate from two files, read again when they change.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use clock::Clock;
use config::ServerOptions;
use rustls::crypto::{CryptoProvider, ring};
use sentences::in_words;
use tokio::sync::Notify;

use super::{
    certificate::{Certificate, CertificateError, at},
    slot::CertificateSlot,
};

/// Time between two checks whether the files have changed.
const LOOK_EVERY_MS: u64 = 5_000;

/// The chain of certificates and its key.
#[derive(Clone, Debug)]
pub(super) struct CertificateFiles {
    chain: PathBuf,
    key: PathBuf,
}

/// The contents of both files.
type Contents = (Vec<u8>, Vec<u8>);

impl CertificateFiles {
    pub fn of(options: &ServerOptions) -> Option<CertificateFiles> {
        Some(CertificateFiles {
            chain: options.tls_cert.clone()?,
            key: options.tls_key.clone()?,
        })
    }

    /// Reads both.
    ///
    /// # Errors
    /// In one sentence, the mistake and the correct form.
    pub fn read(&self, provider: &CryptoProvider) -> Result<Certificate, String> {
        self.parse(&self.contents()?, provider)
    }

    fn contents(&self) -> Result<Contents, String> {
        let read = |path: &Path, option| {
            fs::read(path).map_err(|why| {
                format!(
                    "the file {} cannot be read: {}; {option} takes a file that the server's user may read",
                    path.display(),
                    in_words(&why)
                )
            })
        };
        Ok((
            read(&self.chain, "--tls-cert")?,
            read(&self.key, "--tls-key")?,
        ))
    }

    fn parse(
        &self,
        (chain, key): &Contents,
        provider: &CryptoProvider,
    ) -> Result<Certificate, String> {
        let (chain_file, key_file) = (self.chain.display(), self.key.display());
        Certificate::from_pem(chain, key, provider).map_err(|why| match why {
            CertificateError::Chain => format!(
                "the file {chain_file} holds no certificate that can be read; --tls-cert takes the whole chain in PEM, the server's own certificate first"
            ),
            CertificateError::Key => format!(
                "the file {key_file} holds no private key that can be used; --tls-key takes one in PEM without a password"
            ),
            CertificateError::Pair => format!(
                "the key in {key_file} is not that of the first certificate in {chain_file}; --tls-cert and --tls-key take a pair"
            ),
        })
    }

    /// Puts a new certificate into the slot whenever the files have changed, and
    /// at once when asked. One that cannot be used is not put there.
    pub async fn watch(&self, slot: &CertificateSlot, asked: &Notify, clock: &Clock) {
        let provider = Arc::new(ring::default_provider());
        let (mut used, mut seen) = (None, None);
        loop {
            let at_once = tokio::select! {
                () = clock.sleep(LOOK_EVERY_MS) => false,
                () = asked.notified() => true,
            };
            let read = self.look().await;
            let now = Some(read.clone());
            // Both files are rarely replaced in one instant: wait until they stay as they are.
            let settled = at_once || std::mem::replace(&mut seen, now.clone()) == now;
            if !settled || (now == used && !at_once) {
                continue;
            }
            used = now;
            match read.and_then(|read| self.parse(&read, &provider)) {
                Ok(certificate) => {
                    let until = at(certificate.until_ms);
                    if slot.put(certificate) || at_once {
                        tracing::info!("the certificate was read again; it ends on {until}");
                    }
                }
                Err(why) => {
                    tracing::warn!("{why}. The certificate from before stays in use");
                }
            }
        }
    }

    /// The same off the thread that serves connections.
    async fn look(&self) -> Result<Contents, String> {
        let files = self.clone();
        let looked = tokio::task::spawn_blocking(move || files.contents()).await;
        looked.unwrap_or_else(|why| Err(why.to_string()))
    }
}

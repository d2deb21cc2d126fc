//! A certificate from an authority that issues by itself (ACME, RFC 8555), with
//! a challenge answered inside the TLS handshake (TLS-ALPN-01, RFC 8737).

mod authority;
mod order;
mod store;

use std::path::PathBuf;

use clock::Clock;
use config::ServerOptions;
use rustls::crypto::ring;
use tokio::sync::Notify;
use url::Url;

use self::store::{AcmeStore, CERTIFICATE};
use super::{
    certificate::{Certificate, at},
    slot::CertificateSlot,
};

/// The authority that most servers use.
const LETS_ENCRYPT: &str = "https://acme-v02.api.letsencrypt.org/directory";
const MINUTE_MS: u64 = 60_000;
/// Minutes until the next attempt after one that failed; the last one stays.
/// Let's Encrypt refuses a name for an hour after five failures in an hour.
const RETRY_MINUTES: [u64; 5] = [1, 5, 15, 30, 60];
/// Random time that is added to that, so that servers which failed together do not return together.
const SPREAD_MS: u64 = 10_000;
/// The least time from one certificate to the next, whatever it says of itself.
const LEAST_MS: u64 = 60 * MINUTE_MS;
const LOOK_EVERY_MS: u64 = 10 * MINUTE_MS;

/// The parts that are needed to obtain certificates.
#[derive(Debug)]
pub(super) struct Acme {
    /// The names it is for, the first of which is the server's own.
    domains: Vec<String>,
    email: Option<String>,
    directory: String,
    store: AcmeStore,
}

impl Acme {
    pub fn of(options: &ServerOptions) -> Option<Acme> {
        if options.tls_domain.is_empty() {
            return None;
        }
        let directory = options.tls_directory.as_ref();
        let directory = directory.map_or_else(|| LETS_ENCRYPT.into(), Url::to_string);
        Some(Acme {
            domains: options.tls_domain.clone(),
            email: options.tls_email.clone(),
            store: AcmeStore::new(folder(options, &directory)),
            directory,
        })
    }

    /// The certificate that was obtained before, if it is for the same names.
    ///
    /// # Errors
    /// When the directory for certificates cannot be used.
    pub fn stored(&self) -> Result<Option<Certificate>, String> {
        self.store.open()?;
        let Some(pem) = self.store.read(CERTIFICATE)? else {
            return Ok(None);
        };
        let read = Certificate::from_pem(&pem, &pem, &ring::default_provider()).ok();
        Ok(read.filter(|read| self.domains.iter().all(|domain| read.is_for(domain))))
    }

    /// Obtains a certificate when there is none, and the next when two thirds of
    /// its time are over. One that still holds is used until then.
    pub async fn keep(&self, slot: &CertificateSlot, asked: &Notify, clock: &Clock) {
        let mut failures = 0;
        let mut next_ms = slot.current().map_or(0, |current| current.renew_ms());
        loop {
            tokio::select! {
                () = reached(clock, next_ms) => {}
                () = self.store.retry(clock) => {}
                () = asked.notified() => {
                    // An authority issues few for one name in a week.
                    if let Some(current) = slot.current()
                        && current.renew_ms() > clock.now_ms()
                    {
                        tracing::info!("the next certificate is due on {}", at(current.renew_ms()));
                        continue;
                    }
                }
            }
            tracing::info!(
                "obtaining a certificate for {}; that takes some seconds",
                self.domains.join(", ")
            );
            let obtained = self.obtain(slot).await;
            let now_ms = clock.now_ms();
            next_ms = match obtained {
                Ok(certificate) => {
                    failures = 0;
                    let next_ms = certificate.renew_ms().max(now_ms + LEAST_MS);
                    let until = at(certificate.until_ms);
                    slot.put(certificate);
                    tracing::info!(
                        "the certificate for {} was obtained; it ends on {until}, and the next will be obtained on {}",
                        self.domains.join(", "),
                        at(next_ms)
                    );
                    next_ms
                }
                Err(why) => {
                    let minutes = RETRY_MINUTES[failures.min(RETRY_MINUTES.len() - 1)];
                    failures += 1;
                    let next_ms = now_ms + minutes * MINUTE_MS + spread_ms();
                    self.say_failure(slot, &why, next_ms);
                    next_ms
                }
            };
        }
    }

    fn say_failure(&self, slot: &CertificateSlot, why: &str, next_ms: u64) {
        let meanwhile = match slot.current() {
            Some(current) => format!("The one in use ends on {}", at(current.until_ms)),
            None => "Until then nobody can come by https".into(),
        };
        tracing::warn!(
            "no certificate was obtained for {}: {why}. The next attempt is at {}. {meanwhile}",
            self.domains.join(", "),
            at(next_ms)
        );
    }

    /// Obtains one and keeps it.
    async fn obtain(&self, slot: &CertificateSlot) -> Result<Certificate, String> {
        let obtained = self.order(slot).await;
        slot.forget_challenges();
        let pem = obtained?;
        let read = Certificate::from_pem(pem.as_bytes(), pem.as_bytes(), &ring::default_provider());
        let certificate =
            read.map_err(|_| "the authority's certificate cannot be read".to_owned())?;
        if let Err(why) = self.store.keep(CERTIFICATE, pem) {
            tracing::warn!(
                "{why}; it is tried again, and after a restart before that the certificate has to be obtained again"
            );
        }
        Ok(certificate)
    }
}

/// Waits for an instant, looking at the clock now and then: while a machine is suspended its timers stand still.
async fn reached(clock: &Clock, at_ms: u64) {
    while clock.now_ms() < at_ms {
        let look_ms = clock.now_ms() + LOOK_EVERY_MS;
        clock.sleep_until(look_ms.min(at_ms)).await;
    }
}

/// One directory for each authority, so that a rehearsal leaves nothing behind for the other.
fn folder(options: &ServerOptions, directory: &str) -> PathBuf {
    let authority = directory.split('/').nth(2).unwrap_or_default();
    let name: String = authority
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' | '-' => c,
            _ => '_',
        })
        .collect();
    options.data.join("tls").join(name)
}

fn spread_ms() -> u64 {
    // Without any, servers return together.
    getrandom::u64().unwrap_or_default() % SPREAD_MS
}

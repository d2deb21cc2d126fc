//! One certificate: the account, the order, its challenges, and what went wrong
//! in words.

use std::{sync::Arc, time::Duration};

use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, ChallengeType, Error, Identifier, NewAccount,
    NewOrder, Order, OrderStatus, Problem, RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, KeyPair};
use rustls::{
    crypto::ring,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
    sign::CertifiedKey,
};

use super::{Acme, authority::AuthorityClient, store::ACCOUNT};
use crate::slot::CertificateSlot;

/// Longest time for the authority to look, and again to issue.
const PATIENCE: RetryPolicy = RetryPolicy::new().timeout(Duration::from_secs(120));

impl Acme {
    /// Orders a certificate: its key and its chain, as PEM.
    ///
    /// # Errors
    /// In words, without a full stop.
    pub(super) async fn order(&self, slot: &CertificateSlot) -> Result<String, String> {
        let account = self.account().await?;
        let ordered = self.ordered(&account, slot).await;
        let ordered = match ordered {
            // It has forgotten the account: another is made.
            Err(Error::Api(problem)) if kind(&problem) == "accountDoesNotExist" => {
                self.store.forget(ACCOUNT);
                let account = self.account().await?;
                self.ordered(&account, slot).await
            }
            ordered => ordered,
        };
        ordered.map_err(|why| self.explain(&why))
    }

    async fn ordered(&self, account: &Account, slot: &CertificateSlot) -> Result<String, Error> {
        let names: Vec<_> = self.domains.iter().cloned().map(Identifier::Dns).collect();
        let mut order = account.new_order(&NewOrder::new(&names)).await?;
        answer_challenges(&mut order, slot).await?;
        let looked = order.poll_ready(&PATIENCE).await;
        match looked {
            Ok(OrderStatus::Ready) => {}
            Ok(_) => return Err(refusal(&mut order).await),
            Err(Error::Api(problem)) => {
                // That of the challenge says more.
                return Err(match refusal(&mut order).await {
                    why @ Error::Api(_) => why,
                    _ => Error::Api(problem),
                });
            }
            Err(why) => return Err(why),
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&PATIENCE).await?;
        Ok(format!("{key}{chain}"))
    }

    /// The account that was made before, or a new one.
    async fn account(&self) -> Result<Account, String> {
        let client = Box::new(AuthorityClient::new().await?);
        let kept: Option<AccountCredentials> = self
            .store
            .read(ACCOUNT)?
            .and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(kept) = kept {
            let opened = Account::builder_with_http(client)
                .from_credentials(kept)
                .await;
            return opened.map_err(|why| self.explain(&why));
        }
        let contact = self.email.as_ref().map(|email| format!("mailto:{email}"));
        let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
        let wanted = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let made = Account::builder_with_http(client)
            .create(&wanted, self.directory.clone(), None)
            .await;
        let (account, credentials) = made.map_err(|why| self.explain(&why))?;
        let text = serde_json::to_string(&credentials).map_err(|why| why.to_string())?;
        if let Err(why) = self.store.keep(ACCOUNT, text) {
            tracing::warn!(
                "{why}; it is tried again, and after a restart before that another account is made"
            );
        }
        Ok(account)
    }

    fn explain(&self, why: &Error) -> String {
        match why {
            Error::Api(problem) => explained(problem),
            Error::Other(why) => format!("{} cannot be reached ({why})", self.directory),
            Error::Timeout(_) => "the authority has not decided in time".into(),
            why => format!(
                "{} answers in a way that is not understood ({why})",
                self.directory
            ),
        }
    }
}

/// Puts the answer to each challenge where handshakes find it, and has the
/// authority look.
async fn answer_challenges(order: &mut Order, slot: &CertificateSlot) -> Result<(), Error> {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        match authorization.status {
            AuthorizationStatus::Pending => {}
            AuthorizationStatus::Valid => continue,
            _ => return Err(Error::Str("an authorization that can be asked for")),
        }
        let name = authorization.identifier().to_string();
        let mut challenge = authorization
            .challenge(ChallengeType::TlsAlpn01)
            .ok_or(Error::Unsupported("the challenge tls-alpn-01"))?;
        let proof = challenge.key_authorization();
        let answer = answer(&name, proof.digest().as_ref()).map_err(|_| Error::Crypto)?;
        slot.answer_challenge(name, answer);
        challenge.set_ready().await?;
    }
    Ok(())
}

/// The certificate that proves who holds the name (RFC 8737 section 3).
fn answer(
    name: &str,
    digest: &[u8],
) -> Result<Arc<CertifiedKey>, Box<dyn std::error::Error + Send + Sync>> {
    let mut wanted = CertificateParams::new([name.to_owned()])?;
    wanted.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let made = wanted.self_signed(&key)?;
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let chain = vec![made.der().clone()];
    // Read by nobody here: to others than the authority its extension is a critical one that they do not know.
    let key = ring::default_provider()
        .key_provider
        .load_private_key(key)?;
    Ok(Arc::new(CertifiedKey::new(chain, key)))
}

/// Reason why an order was refused, as its challenges say.
async fn refusal(order: &mut Order) -> Error {
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let Ok(mut authorization) = authorization else {
            continue;
        };
        if let Ok(state) = authorization.refresh().await
            && let Some(problem) = state.challenges.iter().find_map(|it| it.error.clone())
        {
            return Error::Api(problem);
        }
    }
    Error::Str("a reason for the refusal")
}

/// The last word of a problem's type (RFC 8555 section 6.7).
fn kind(problem: &Problem) -> &str {
    let kind = problem.r#type.as_deref().unwrap_or_default();
    kind.rsplit(':').next().unwrap_or_default()
}

/// An authority's problem, and its remedy.
fn explained(problem: &Problem) -> String {
    let kind = kind(problem);
    let detail = problem.detail.as_deref().unwrap_or("no reason was given");
    let remedy = match kind {
        "connection" | "dns" | "incorrectResponse" | "tls" | "unauthorized" => {
            "; the name has to lead to this machine, and port 443 of it has to be open to the internet"
        }
        "rateLimited" => "; it has been asked too often lately",
        "rejectedIdentifier" | "caa" => "; it issues nothing for this name",
        "invalidContact" | "unsupportedContact" => {
            "; --tls-email takes an address that can be written to"
        }
        _ => "",
    };
    let detail = detail.trim_end_matches('.');
    format!("the authority refuses ({kind}: {detail}){remedy}")
}

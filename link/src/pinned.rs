//! TLS between nodes: each end shows a certificate, and is believed by its fingerprint, whoever signed it.

use std::{fmt, sync::Arc};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig,
    SignatureScheme,
    client::{
        Resumption,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::{
        NoServerSessionStorage,
        danger::{ClientCertVerified, ClientCertVerifier},
    },
    version::TLS13,
};

use crate::identity::{Fingerprint, PeerIdentity};

/// Test whether a fingerprint is expected.
type IsExpected = dyn Fn(&Fingerprint) -> bool + Send + Sync;

/// TLS towards the node with that fingerprint.
pub(crate) fn client(me: &PeerIdentity, them: Fingerprint) -> Result<ClientConfig, Error> {
    let pinned = Pinned::new(Arc::new(move |shown: &Fingerprint| *shown == them));
    let config = ClientConfig::builder_with_provider(Arc::clone(&pinned.provider))
        .with_protocol_versions(&[&TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(pinned));
    let mut config =
        config.with_client_auth_cert(vec![me.certificate.clone()], me.key.clone_key())?;
    // Each link shows who it is from.
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// TLS for nodes that dial, if they are expected when they do.
pub(crate) fn server(
    me: &PeerIdentity,
    is_expected: Arc<IsExpected>,
) -> Result<ServerConfig, Error> {
    let pinned = Pinned::new(is_expected);
    let config = ServerConfig::builder_with_provider(Arc::clone(&pinned.provider))
        .with_protocol_versions(&[&TLS13])?
        .with_client_cert_verifier(Arc::new(pinned));
    let mut config = config.with_single_cert(vec![me.certificate.clone()], me.key.clone_key())?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    Ok(config)
}

/// Believes the holder of an expected key, whatever its certificate says of names and times.
struct Pinned {
    provider: Arc<CryptoProvider>,
    is_expected: Arc<IsExpected>,
}

impl Pinned {
    fn new(is_expected: Arc<IsExpected>) -> Pinned {
        Pinned {
            provider: Arc::new(ring::default_provider()),
            is_expected,
        }
    }

    fn check(&self, certificate: &CertificateDer) -> Result<(), Error> {
        match (self.is_expected)(&Fingerprint::of(certificate)) {
            true => Ok(()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }
}

impl fmt::Debug for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Pinned").finish_non_exhaustive()
    }
}

/// The signatures of the handshake, which prove that the key is held: alike in both directions.
macro_rules! checks_signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let algorithms = &self.provider.signature_verification_algorithms;
            verify_tls12_signature(message, certificate, signed, algorithms)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let algorithms = &self.provider.signature_verification_algorithms;
            verify_tls13_signature(message, certificate, signed, algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            let algorithms = &self.provider.signature_verification_algorithms;
            algorithms.supported_schemes()
        }
    };
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer,
        _: &[CertificateDer],
        _: &ServerName,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(certificate)
            .map(|()| ServerCertVerified::assertion())
    }

    checks_signatures!();
}

impl ClientCertVerifier for Pinned {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        certificate: &CertificateDer,
        _: &[CertificateDer],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(certificate)
            .map(|()| ClientCertVerified::assertion())
    }

    checks_signatures!();
}

//! A browser as push messages see it: its keys, and an own implementation of how it reads a message.

use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    elliptic_curve::{Generate, sec1::ToSec1Point},
};
use sha2::Sha256;

use crate::Subscription;

pub struct TestBrowser {
    secret: SecretKey,
    auth: [u8; 16],
    /// The server's, for this browser.
    signing: SecretKey,
}

impl TestBrowser {
    pub fn new() -> TestBrowser {
        TestBrowser::with(SecretKey::generate(), [9; 16])
    }

    pub fn with(secret: SecretKey, auth: [u8; 16]) -> TestBrowser {
        TestBrowser {
            secret,
            auth,
            signing: SecretKey::generate(),
        }
    }

    fn public(&self) -> Vec<u8> {
        let public = self.secret.public_key().to_sec1_point(false);
        public.as_bytes().to_vec()
    }

    /// Its subscription at an endpoint.
    pub fn at(&self, endpoint: &str) -> Subscription {
        let p256dh = URL_SAFE_NO_PAD.encode(self.public());
        let auth = URL_SAFE_NO_PAD.encode(self.auth);
        let key = URL_SAFE_NO_PAD.encode(self.signing.to_bytes());
        Subscription::new(endpoint, &p256dh, &auth, &key).unwrap()
    }

    /// The payload of a body, by RFC 8291 and RFC 8188, section 2.
    pub fn open(&self, body: &[u8]) -> Vec<u8> {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        let (length, rest) = rest.split_first().unwrap();
        let (sender, record) = rest.split_at(usize::from(*length));
        let size = u32::from_be_bytes(size.try_into().unwrap());
        assert!(record.len() < size as usize, "one record");

        let them = PublicKey::from_sec1_bytes(sender).unwrap();
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), them.as_affine());
        let mut info = b"WebPush: info\0".to_vec();
        info.extend(self.public());
        info.extend(sender);
        let (mut material, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
        let combined = Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes());
        combined.expand(&info, &mut material).unwrap();
        let content = Hkdf::<Sha256>::new(Some(salt), &material);
        let (for_key, for_nonce) = (
            b"Content-Encoding: aes128gcm\0",
            b"Content-Encoding: nonce\0",
        );
        content.expand(for_key, &mut key).unwrap();
        content.expand(for_nonce, &mut nonce).unwrap();

        let opened = Aes128Gcm::new(&key.into()).decrypt(&nonce.into(), record);
        let opened = opened.expect("the tag is right");
        let end = opened.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(opened[end], 2, "the last record");
        opened[..end].to_vec()
    }
}

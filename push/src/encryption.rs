//! Message encryption for Web Push (RFC 8291) in the content coding `aes128gcm` (RFC 8188).

use aes_gcm::{Aes128Gcm, KeyInit, aead::Aead};
use hkdf::Hkdf;
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    elliptic_curve::{Generate, sec1::ToSec1Point},
};
use sha2::Sha256;

// Not the crate `web-push-native`: as of 0.5 its `rs` equals the size that RFC 8291 (section 4) demands it exceed, so that a strict
// browser may drop the message silently; it does not pad; and it brings older second versions of SHA-2 and others.

/// Plaintexts are padded to multiples of this, so that the size of a message says nothing of its content.
const PADDED_TO: usize = 512;
/// `rs`, which has to exceed the size of the one record (RFC 8291, section 4).
const RECORD_SIZE: u32 = 4_096;
/// Ends the data in the last record, before its padding (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;

/// A message that could not be encrypted: the system gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be encrypted")]
pub(crate) struct CannotEncrypt;

/// The body of a request, which only the browser with that key and secret can read.
///
/// # Errors
/// When the system gives no random bytes.
pub(crate) fn encrypt(
    payload: &[u8],
    browser: &PublicKey,
    auth: &[u8; 16],
) -> Result<Vec<u8>, CannotEncrypt> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).map_err(|_| CannotEncrypt)?;
    let sender = SecretKey::try_generate().map_err(|_| CannotEncrypt)?;
    seal(&padded(payload), &salt, &sender, browser, auth)
}

/// The plaintext of the record.
fn padded(payload: &[u8]) -> Vec<u8> {
    let mut plaintext = payload.to_vec();
    plaintext.push(LAST_RECORD);
    plaintext.resize(plaintext.len().next_multiple_of(PADDED_TO), 0);
    plaintext
}

fn seal(
    plaintext: &[u8],
    salt: &[u8; 16],
    sender: &SecretKey,
    browser: &PublicKey,
    auth: &[u8; 16],
) -> Result<Vec<u8>, CannotEncrypt> {
    let ours = sender.public_key().to_sec1_point(false);
    let theirs = browser.to_sec1_point(false);
    let shared = diffie_hellman(sender.to_nonzero_scalar(), browser.as_affine());
    let info = [b"WebPush: info\0", theirs.as_bytes(), ours.as_bytes()].concat();
    let material: [u8; 32] = derive(auth, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = derive(salt, &material, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; 12] = derive(salt, &material, b"Content-Encoding: nonce\0")?;
    let sealed = Aes128Gcm::new(&key.into()).encrypt(&nonce.into(), plaintext);
    let sealed = sealed.map_err(|_| CannotEncrypt)?;
    let key_length = u8::try_from(ours.len()).map_err(|_| CannotEncrypt)?;
    let size = RECORD_SIZE.to_be_bytes();
    Ok([salt, &size[..], &[key_length], ours.as_bytes(), &sealed].concat())
}

/// HKDF with SHA-256 (RFC 5869).
fn derive<const BYTES: usize>(
    salt: &[u8],
    material: &[u8],
    info: &[u8],
) -> Result<[u8; BYTES], CannotEncrypt> {
    let mut derived = [0; BYTES];
    let expanded = Hkdf::<Sha256>::new(Some(salt), material).expand(info, &mut derived);
    expanded.map_err(|_| CannotEncrypt)?;
    Ok(derived)
}

#[cfg(test)]
mod tests;

//! Serde's side of "a default is absent".

/// Whether a value is its type's default, and so left out of a frame.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

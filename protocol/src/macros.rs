//! Implementations of traits that several types of the protocol share.

/// Debug output that shows nothing, for what must stay out of logs.
macro_rules! hide_debug {
    ($name:ident) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
}

/// Writes and reads an id as `LENGTH` symbols for the bits that it is made of.
macro_rules! travels_as_symbols {
    ($id:ident, $error:ident) => {
        impl std::str::FromStr for $id {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                let bits = $crate::ids::read_symbols(text, $id::LENGTH);
                bits.and_then(|bits| bits.try_into().ok())
                    .map($id)
                    .ok_or($error)
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::ids::write_symbols(self.0.into(), $id::LENGTH, f)
            }
        }

        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $id {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str($crate::ids::Parsed(std::marker::PhantomData))
            }
        }
    };
}

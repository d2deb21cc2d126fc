//! The page's document as a template: the text that is the same for everybody, with places for the
//! rest.

use super::assets::HASH;

/// The places of `index.html`, in their order there.
const PLACES: [&str; 6] = [
    "__LANG__",
    "<!-- __HEAD__ -->",
    "<!-- __SCRIPT__ -->",
    "__FACTS__",
    "<!-- __BODY__ -->",
    "<!-- __FALLBACK__ -->",
];

/// The document of a server, ready to be filled in.
pub(crate) struct Document {
    base_path: String,
    /// With the page's modules.
    pub(super) live: Template,
    /// Without them.
    pub(super) still: Template,
    /// With the one for a frame on another page.
    pub(super) framed: Template,
}

/// The pieces between the places.
pub(super) struct Template([String; PLACES.len() + 1]);

impl Document {
    /// The document of a server below this base path, which needs no escaping: it
    /// is made of letters, digits and `-._~/`.
    pub(crate) fn new(base_path: &str) -> Document {
        let text = include_str!(concat!(env!("OUT_DIR"), "/index.html"));
        let placed = |text: &str| {
            text.replace("__BASE__", base_path)
                .replace("__HASH__", HASH)
        };
        let without = |is_left_out: fn(&&str) -> bool| {
            let lines: Vec<&str> = text.lines().filter(|line| !is_left_out(line)).collect();
            lines.join("\n")
        };
        let still = without(|line| line.starts_with("<script") || line.contains("modulepreload"));
        // What belongs to a page that is opened, and is not for a frame: an icon, an application to install.
        let framed = without(|line| {
            ["modulepreload", "icon", "manifest"]
                .iter()
                .any(|part| line.contains(part))
        });
        let framed = framed.replace("boot.js", "embed.js");
        Document {
            base_path: base_path.to_owned(),
            framed: Template::read(&placed(&framed)),
            still: Template::read(&placed(&still)),
            live: Template::read(&placed(text)),
        }
    }

    /// The address of the front door.
    pub(super) fn home(&self) -> String {
        format!("{}/", self.base_path)
    }

    /// The address of a file of the page.
    pub(super) fn file(&self, path: &str) -> String {
        format!("{}/a/{HASH}/{path}", self.base_path)
    }
}

impl Template {
    fn read(text: &str) -> Template {
        let mut rest = text;
        let mut places = PLACES.into_iter();
        Template(std::array::from_fn(|_| {
            let cut = places.next().and_then(|place| rest.split_once(place));
            let (piece, after) = cut.unwrap_or((rest, ""));
            rest = after;
            piece.to_owned()
        }))
    }

    /// The document with these texts in its places.
    pub(super) fn fill(&self, filling: [&str; PLACES.len()]) -> String {
        let Template(pieces) = self;
        let mut filling = filling.into_iter();
        let mut text = String::with_capacity(16 * 1024);
        for piece in pieces {
            text += piece;
            text += filling.next().unwrap_or_default();
        }
        text
    }
}

#[cfg(test)]
mod tests;

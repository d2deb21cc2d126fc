//! The examples of `docs/protocol.md`: the JSON in its fenced blocks.
//!
//! The first word behind the fence says what
//! a block is: `json` one frame, `jsonl` a frame a line, `conversation` a frame
//! a line behind the mark of who sends it (`A>` the client A, `A<` the server
//! to A). A second word says what is special: `unknown` (of a later version),
//! `refused` (a request that cannot be read).

/// The document, for its tables.
pub const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// A frame in the document.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its line in the document, from 1.
    pub line: usize,
    /// The second word of its block.
    pub special: &'static str,
    /// In a conversation: whose connection, and whether the client sends.
    pub who: Option<(&'static str, bool)>,
    /// Its text.
    pub text: &'static str,
}

impl Example {
    /// Its text as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(self.text).unwrap_or_else(|e| panic!("line {}: {e}", self.line))
    }

    /// Whether it is a client's.
    pub fn is_request(&self) -> bool {
        match self.who {
            Some((_, asks)) => asks,
            None => {
                let json = self.json();
                let server = FRAMES.contains(&json["type"].as_str().unwrap_or_default());
                !server && json.get("seq").is_none()
            }
        }
    }
}

/// The types of frames that only servers send, beside events, which have a
/// `seq`; no request is called like one.
const FRAMES: &[&str] = &[
    "reply",
    "room",
    "now",
    "saving",
    "queue",
    "unqueued",
    "matched",
    "superseded",
    "dismissed",
    "pong",
    "notice",
    "bye",
    "error",
    "weather",
];

/// All of them, in the order of the document.
pub fn all() -> Vec<Example> {
    let mut found = Vec::new();
    let mut block: Option<(&str, &str)> = None;
    for (i, text) in DOCUMENT.lines().enumerate() {
        let line = i + 1;
        if let Some(info) = text.strip_prefix("```") {
            let mut words = info.split(' ');
            block = match (block, words.next()) {
                (None, Some(kind)) => Some((kind, words.next().unwrap_or_default())),
                _ => None,
            };
            continue;
        }
        let Some((kind, special)) = block else {
            continue;
        };
        let (who, text) = match kind {
            "json" | "jsonl" => (None, text),
            "conversation" => match text.split_once(' ') {
                Some(("A>", rest)) => (Some(("A", true)), rest),
                Some(("A<", rest)) => (Some(("A", false)), rest),
                Some(("B>", rest)) => (Some(("B", true)), rest),
                Some(("B<", rest)) => (Some(("B", false)), rest),
                _ => panic!("line {line}: nobody is said to send this"),
            },
            _ => continue,
        };
        found.push(Example {
            line,
            special,
            who,
            text,
        });
    }
    found
}

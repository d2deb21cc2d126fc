//! A node as its visitors see it: with the page's document, and the pictures drawn for them.

use std::sync::Arc;

use bytes::Bytes;
use node::Node;
use picture::Drawing;
use rooms::cache::Cache;
use tokio::sync::OnceCell;

use super::template::Document;

/// QR codes that are kept, of some 5 KB each.
const QR_CODES: usize = 256;
/// Pictures of boards that are kept, of some 15 KB each.
const PICTURES: usize = 128;

/// Everything that answers visitors.
pub struct Site {
    /// Where they come.
    pub node: Arc<Node>,
    /// In which something is filled in for each visitor.
    pub(super) document: Document,
    /// By the address in them.
    pub(super) qr_codes: Cache<String, Bytes>,
    pub(super) pictures: Cache<Drawing, Bytes>,
    /// The picture of links that lead to no board, once it was drawn.
    pub(super) usual_picture: OnceCell<Bytes>,
}

impl Site {
    /// That of a node. Nothing is drawn yet.
    pub fn new(node: Arc<Node>) -> Site {
        Site {
            document: Document::new(&node.options.base_path),
            qr_codes: Cache::new(QR_CODES),
            pictures: Cache::new(PICTURES),
            usual_picture: OnceCell::new(),
            node,
        }
    }
}

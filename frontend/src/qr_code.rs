//! The lines of a QR code in half blocks: two modules to a character, one above the other.

use qrcode::{
    EcLevel, QrCode,
    render::{Renderer, unicode::Dense1x2},
};

/// Light modules around the code.
pub const QUIET: u16 = 2;

/// The code of a text, as lines that show its dark modules; nothing for a text that is too long for one. A screen
/// is clean and bright, so the lowest correction does, which is smallest.
pub fn lines(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (modules, side) = (code.to_colors(), code.width());
    let image = Renderer::<Dense1x2>::new(&modules, side, QUIET.into()).build();
    Some(image.lines().map(str::to_owned).collect())
}

//! Words as paths. Our own two fonts have the letters of Europe and the Chinese of our sentences; where a
//! name has others, the fonts of the system are read, once.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cosmic_text::{
    Attrs, Buffer, Command, Ellipsize, EllipsizeHeightLimit, Family, FontSystem, LayoutGlyph,
    Metrics, Shaping, SwashCache, Weight, fontdb,
};
use tiny_skia::{Path, PathBuilder};

static OUR_FONTS: [&[u8]; 2] = [
    include_bytes!("../fonts/latin.ttf"),
    include_bytes!("../fonts/chinese.otf"),
];

static FONTS: LazyLock<Mutex<Fonts>> = LazyLock::new(|| Mutex::new(Fonts::of_our_own()));

/// How large a text may be, and how much room it has.
#[derive(Clone, Copy, Debug)]
pub struct TextBounds {
    pub width: f32,
    /// The first size is taken that needs no more lines than there are; the last in any case.
    pub sizes: &'static [f32],
    pub lines: usize,
}

/// A text that can be drawn, its top left corner at the origin.
pub struct Words {
    /// Nothing when the text has no letters.
    pub path: Option<Path>,
    pub height: f32,
}

/// A text has a letter for which there is no font.
#[derive(Debug, PartialEq, Eq)]
pub struct NoFont;

/// Lays out a text.
pub fn words(text: &str, fit: TextBounds) -> Result<Words, NoFont> {
    // A panic while fonts are read leaves nothing half done that would matter.
    let mut fonts = FONTS.lock().unwrap_or_else(PoisonError::into_inner);
    fonts.words(text, fit).or_else(|NoFont| {
        if fonts.with_systems {
            return Err(NoFont);
        }
        fonts.read_those_of_the_system();
        fonts.words(text, fit)
    })
}

/// Whether our own fonts have every letter of a text.
#[cfg(test)]
pub fn ours_suffice(text: &str) -> bool {
    let fit = TextBounds {
        width: 1_000.0,
        sizes: &[20.0],
        lines: 9,
    };
    Fonts::of_our_own().words(text, fit).is_ok()
}

struct Fonts {
    system: FontSystem,
    outlines: SwashCache,
    with_systems: bool,
}

impl Fonts {
    fn of_our_own() -> Fonts {
        let mut known = fontdb::Database::new();
        for font in OUR_FONTS {
            known.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        Fonts {
            system: FontSystem::new_with_locale_and_db("zh-CN".to_owned(), known),
            outlines: SwashCache::new(),
            with_systems: false,
        }
    }

    fn read_those_of_the_system(&mut self) {
        self.system.db_mut().load_system_fonts();
        self.with_systems = true;
    }

    fn words(&mut self, text: &str, fit: TextBounds) -> Result<Words, NoFont> {
        let buffer = self.laid_out(text, fit);
        let mut path = PathBuilder::new();
        let mut height = 0.0_f32;
        for run in buffer.layout_runs() {
            height = height.max(run.line_top + run.line_height);
            for glyph in run.glyphs {
                let letter = run.text.get(glyph.start..glyph.end).unwrap_or_default();
                self.trace(&mut path, glyph, letter, run.line_y)?;
            }
        }
        Ok(Words {
            path: path.finish(),
            height,
        })
    }

    fn laid_out(&mut self, text: &str, fit: TextBounds) -> Buffer {
        let attributes = Attrs::new()
            .family(Family::Name("Noto Sans"))
            .weight(Weight::BOLD);
        let mut buffer = Buffer::new_empty(metrics(fit.sizes.first().copied().unwrap_or(30.0)));
        buffer.set_size(Some(fit.width), None);
        buffer.set_text(text, &attributes, Shaping::Advanced, None);
        for size in fit.sizes {
            buffer.set_metrics(metrics(*size));
            buffer.shape_until_scroll(&mut self.system, false);
            if buffer.layout_runs().count() <= fit.lines {
                return buffer;
            }
        }
        let limit = EllipsizeHeightLimit::Lines(fit.lines);
        buffer.set_ellipsize(Ellipsize::End(limit));
        buffer.shape_until_scroll(&mut self.system, false);
        buffer
    }

    /// Adds a glyph to a path. Most fonts have emoji as pictures instead of outlines, and so not for this.
    fn trace(
        &mut self,
        path: &mut PathBuilder,
        glyph: &LayoutGlyph,
        letter: &str,
        baseline: f32,
    ) -> Result<(), NoFont> {
        let key = glyph.physical((0.0, 0.0), 1.0).cache_key;
        let outline = self
            .outlines
            .get_outline_commands_uncached(&mut self.system, key);
        let blank = letter.trim().is_empty();
        let commands = match outline {
            Some(commands) if glyph.glyph_id != 0 && (blank || !commands.is_empty()) => commands,
            None if blank => return Ok(()),
            _ => return Err(NoFont),
        };
        let left = glyph.x + glyph.font_size * glyph.x_offset;
        let base = baseline + glyph.y - glyph.font_size * glyph.y_offset;
        for command in &commands {
            match command {
                Command::MoveTo(to) => path.move_to(left + to.x, base - to.y),
                Command::LineTo(to) => path.line_to(left + to.x, base - to.y),
                Command::QuadTo(by, to) => {
                    path.quad_to(left + by.x, base - by.y, left + to.x, base - to.y);
                }
                Command::CurveTo(one, two, to) => path.cubic_to(
                    left + one.x,
                    base - one.y,
                    left + two.x,
                    base - two.y,
                    left + to.x,
                    base - to.y,
                ),
                Command::Close => path.close(),
            }
        }
        Ok(())
    }
}

fn metrics(size: f32) -> Metrics {
    Metrics::new(size, size * 1.25)
}

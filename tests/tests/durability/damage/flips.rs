//! Places at which a file of SQLite is flipped: anywhere, and where it hurts most.
//!
//! Uses only the layout of pages (the file format is described at
//! sqlite.org/fileformat2.html).

use std::ops::Range;

use crate::seeded_random::SeededRandom;

/// Some bytes in a row that are changed.
#[derive(Clone, Debug)]
pub struct Flip {
    /// Name of the place in the file, such as a page's header.
    #[expect(dead_code, reason = "printed when something is found")]
    what: &'static str,
    /// The first byte.
    at: usize,
    /// Bits to invert in each byte; never 0.
    mask: Vec<u8>,
}

impl Flip {
    /// The file afterwards.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for (byte, mask) in bytes[self.at..].iter_mut().zip(&self.mask) {
            *byte ^= mask;
        }
        bytes
    }
}

/// The pages of a file.
pub struct Map {
    size: usize,
    pages: usize,
    /// Pages of the list of free pages, and what of them is used.
    trunks: Vec<Range<usize>>,
    /// Free pages.
    free: Vec<Range<usize>>,
    /// Digits: one bit makes another of them, and everything still reads well.
    digits: Vec<Range<usize>>,
    /// The last bytes of the numbers of rows.
    rows: Vec<Range<usize>>,
    /// Rows of tables that have only one.
    single: Vec<Range<usize>>,
}

impl std::fmt::Debug for Map {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (pages, trunks, free) = (self.pages, self.trunks.len(), self.free.len());
        write!(f, "{pages} pages, {free} of them free, in {trunks} lists")
    }
}

/// A number of the range.
fn within(chance: &mut SeededRandom, range: Range<usize>) -> usize {
    range.start + chance.below(range.len() as u64) as usize
}

fn one_of(chance: &mut SeededRandom, places: &[Range<usize>]) -> Range<usize> {
    chance.pick(places).expect("one at least").clone()
}

/// Where the rows begin on the page at that place, if it is a leaf of a table.
fn rows(bytes: &[u8], page: usize) -> Vec<usize> {
    const LEAF: u8 = 13;
    let short = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let count = match bytes[page] {
        LEAF => short(page + 3),
        _ => 0,
    };
    let pointers = (0..count).map(|row| page + 8 + 2 * row);
    pointers.map(|at| page + short(at)).collect()
}

/// Where the numbers of the rows end. A row begins with its length and its
/// number, both in bytes of which all but the last have the highest bit set.
fn numbers(bytes: &[u8], page: usize) -> Vec<Range<usize>> {
    let end = |from: usize| (from..).find(|at| bytes[*at] < 0x80).unwrap_or(from);
    let begins = rows(bytes, page).into_iter();
    let numbers = begins.map(|begin| end(end(begin) + 1));
    numbers.map(|at| at..at + 1).collect()
}

/// The row of a page that has only one.
fn single(bytes: &[u8], page: usize, size: usize) -> Option<Range<usize>> {
    match rows(bytes, page)[..] {
        [begin] => Some(begin..page + size),
        _ => None,
    }
}

/// Bits to invert in a byte: mostly one, sometimes any.
fn mask(chance: &mut SeededRandom) -> u8 {
    match chance.below(4) {
        0 => within(chance, 1..256) as u8,
        _ => 1 << chance.below(8),
    }
}

/// A big-endian number of four bytes.
fn number(bytes: &[u8], at: usize) -> usize {
    let bytes = bytes[at..at + 4].try_into().expect("four bytes");
    u32::from_be_bytes(bytes) as usize
}

impl Map {
    /// The map of a sound file.
    pub fn of(bytes: &[u8]) -> Map {
        let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
        let place = |page: usize| (page - 1) * size;
        let (mut trunks, mut free) = (Vec::new(), Vec::new());
        let mut trunk = number(bytes, 32);
        while trunk != 0 {
            let at = place(trunk);
            let leaves = number(bytes, at + 4);
            trunks.push(at..at + 8 + 4 * leaves);
            for leaf in 0..leaves {
                let at = place(number(bytes, at + 8 + 4 * leaf));
                free.push(at..at + size);
            }
            trunk = number(bytes, at);
        }
        assert!(!free.is_empty(), "no page is free");
        let pages = bytes.len() / size;
        let places = (1..pages).map(|page| page * size);
        let digits = bytes.iter().enumerate();
        let digits = digits.filter(|(_, byte)| byte.is_ascii_digit());
        Map {
            size,
            pages,
            trunks,
            free,
            digits: digits.map(|(at, _)| at..at + 1).collect(),
            rows: places.clone().flat_map(|at| numbers(bytes, at)).collect(),
            single: places.filter_map(|at| single(bytes, at, size)).collect(),
        }
    }

    /// A flip somewhere.
    pub fn flip(&self, chance: &mut SeededRandom) -> Flip {
        let all = 0..self.size * self.pages;
        let (what, at, length) = match chance.below(11) {
            0..4 => ("anywhere", all, 1),
            4 => ("neighbours", all, within(chance, 2..17)),
            5 => ("the number of a row", one_of(chance, &self.rows), 1),
            6 => ("a digit", one_of(chance, &self.digits), 1),
            7 => ("the header of a page", self.header(chance), 1),
            8 => ("the list of free pages", self.list(chance), 1),
            9 => ("the only row", one_of(chance, &self.single), 1),
            _ => ("a free page", one_of(chance, &self.free), 1),
        };
        let at = within(chance, at);
        let length = length.min(self.size * self.pages - at);
        let mask = match what {
            "a digit" => vec![1],
            _ => (0..length).map(|_| mask(chance)).collect(),
        };
        Flip { what, at, mask }
    }

    /// The header of a B-tree page is 8 bytes, or 12 in an inner one; that of
    /// the first page comes after the file's own of 100.
    fn header(&self, chance: &mut SeededRandom) -> Range<usize> {
        match within(chance, 0..self.pages) {
            0 => 0..112,
            page => page * self.size..page * self.size + 12,
        }
    }

    /// The file's header says where the list begins and how long it is.
    fn list(&self, chance: &mut SeededRandom) -> Range<usize> {
        let head = 32..40;
        match within(chance, 0..3) {
            0 => head,
            _ => one_of(chance, &self.trunks),
        }
    }
}

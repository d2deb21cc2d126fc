//! The kind of a browser, and its person's preferences.

/// The kind of a browser and the preferences of its person.
#[derive(Clone, Copy, Debug)]
pub struct BrowserOptions<'a> {
    /// Width and height of the page, in CSS pixels.
    pub size: (u32, u32),
    /// Whether it is held in a hand: a finger instead of a mouse.
    pub phone: bool,
    pub dark: bool,
    /// As in `Accept-Language`.
    pub languages: &'a str,
    /// Whether a page is used as soon as it can be seen, and not only when all of it has come.
    pub hasty: bool,
    /// Which hosts it may reach beside this machine.
    pub hosts: &'a [&'a str],
}

impl Default for BrowserOptions<'_> {
    fn default() -> Self {
        BrowserOptions {
            size: (1024, 768),
            phone: false,
            dark: false,
            languages: "en",
            hasty: false,
            hosts: &[],
        }
    }
}

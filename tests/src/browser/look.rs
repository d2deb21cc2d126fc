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
    /// Whether it has to be all of Chromium, for what its shell without windows lacks.
    pub whole: bool,
    /// Hosts that it may reach beside this machine.
    pub hosts: &'a [&'a str],
}

impl BrowserOptions<'static> {
    /// A window of a computer, of somebody who reads English.
    pub const DESKTOP: BrowserOptions<'static> = BrowserOptions {
        size: (1024, 768),
        phone: false,
        dark: false,
        languages: "en",
        hasty: false,
        whole: false,
        hosts: &[],
    };

    /// The same in all of Chromium: notifications, and a page that comes back as it was left.
    pub const WHOLE: BrowserOptions<'static> = BrowserOptions {
        whole: true,
        ..BrowserOptions::DESKTOP
    };
}

impl Default for BrowserOptions<'_> {
    fn default() -> Self {
        BrowserOptions::DESKTOP
    }
}

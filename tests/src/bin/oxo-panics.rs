//! Program that takes the terminal as `oxo` does, and panics at the first key: `here`, or `elsewhere` on another
//! thread, after which the terminal is not drawn on.

use std::{io::Read, thread};

use client_cli::tui::{
    canvas::Canvas,
    terminal::Screen,
    theme::{Role, Theme},
};
use frontend::text_board::Charset;

fn main() {
    let mut screen = Screen::enter().expect("a terminal");
    draw(&mut screen).expect("a terminal that is drawn on");
    std::io::stdin().read_exact(&mut [0]).expect("a key");
    if std::env::args().nth(1).as_deref() == Some("here") {
        panic!("on purpose");
    }
    let panicked = thread::spawn(|| panic!("on purpose")).join();
    assert!(panicked.is_err() && draw(&mut screen).is_err());
}

fn draw(screen: &mut Screen) -> std::io::Result<()> {
    let theme = Theme::named("mono").expect("a theme");
    screen.draw(|buffer| {
        let mut canvas = Canvas::new(buffer, &theme, Charset::Ascii);
        canvas.line(canvas.area(), "OXO", Role::Plain);
    })
}

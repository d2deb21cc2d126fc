//! What a run about a seat says: sentences, a QR code, or lines for programs.

use std::io;

use crossterm::terminal;
use frontend::{
    qr_code, speech,
    stdio::output::{print, print_error, print_json, print_qr},
};
use sentences::{say, time::seconds};
use serde::Serialize;
use tokio::time::Instant;

use super::{QrColours, SeatSharing, SharingEnd};

/// The lines for programs.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum SharingLine<'a> {
    SeatShared { link: &'a str, until_ms: u64 },
    Taken,
    Timeout,
    SeatUnshared { devices: u32 },
}

impl SeatSharing<'_> {
    /// Shows the link, and its QR code where there is room.
    pub(super) fn show(
        &self,
        until_ms: u64,
        json: bool,
        qr: Option<QrColours>,
        now: Instant,
    ) -> io::Result<()> {
        let (text, link) = (self.text, self.link().unwrap_or_default());
        if json {
            let link = &link;
            return print_line(&SharingLine::SeatShared { link, until_ms });
        }
        print(&[say!(text, SEAT_OPEN), link.clone()])?;
        let columns = terminal::size().map_or(0, |(columns, _)| columns);
        let width = |lines: &Vec<String>| lines.first().map_or(0, |line| line.chars().count());
        let code = qr_code::lines(&link).filter(|lines| width(lines) <= columns.into());
        if let Some((lines, colours)) = code.zip(qr) {
            print_qr(&lines, colours.coloured)?;
        }
        let now_ms = self.clock.map_or(until_ms, |clock| clock.now_ms(now));
        let left = seconds(until_ms.saturating_sub(now_ms));
        print(&[
            say!(text, SEAT_GOOD, seconds = left),
            say!(text, SEAT_WAITING),
        ])
    }

    /// Says why the run is over.
    pub(super) fn print(&self, end: &SharingEnd, json: bool) -> io::Result<()> {
        let text = self.text;
        let (line, sentence) = match end {
            SharingEnd::Taken => (SharingLine::Taken, say!(text, SEAT_TAKEN)),
            SharingEnd::Removed(devices) => (
                SharingLine::SeatUnshared { devices: *devices },
                speech::removed_devices(text, *devices),
            ),
            SharingEnd::Timeout => {
                match json {
                    true => print_line(&SharingLine::Timeout)?,
                    false => print_error(&say!(text, SEAT_TIMEOUT)),
                }
                return Ok(());
            }
            SharingEnd::Gone => {
                print_error(&say!(text, RESUME_GONE, room = self.seat.room));
                return Ok(());
            }
            SharingEnd::Failed(sentence) => {
                print_error(sentence);
                return Ok(());
            }
        };
        match json {
            true => print_line(&line),
            false => print(&[sentence]),
        }
    }
}

fn print_line(line: &SharingLine<'_>) -> io::Result<()> {
    print_json(&serde_json::to_string(line).into_iter().collect::<Vec<_>>())
}

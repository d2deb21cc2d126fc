//! Output of `oxo seat`: sentences, a QR code, or lines for programs.

use std::io;

use crossterm::terminal;
use frontend::{
    qr_code, speech,
    stdio::output::{print, print_error, print_qr, print_values},
};
use sentences::{say, time::seconds};
use serde::Serialize;
use tokio::time::Instant;

use super::{QrColours, SeatSharing, SharingEnd};

/// The line for programs that says that the seat is shared.
#[derive(Serialize)]
#[serde(tag = "type", rename = "seat_shared")]
struct SeatShared {
    link: String,
    until_ms: u64,
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
            return print_values([SeatShared { link, until_ms }]);
        }
        print(&[say!(text, SEAT_OPEN), link.clone()])?;
        let columns = terminal::size().map_or(0, |(columns, _)| columns);
        let width = |lines: &Vec<String>| lines.first().map_or(0, |line| line.chars().count());
        let code = qr_code::lines(&link).filter(|lines| width(lines) <= columns.into());
        if let Some((lines, colours)) = code.zip(qr) {
            print_qr(&lines, colours.coloured)?;
        }
        let left = seconds(until_ms.saturating_sub(self.client.now_ms(now)));
        print(&[
            say!(text, SEAT_GOOD, seconds = left),
            say!(text, SEAT_WAITING),
        ])
    }

    /// Says why the run is over.
    pub(super) fn print(&self, end: &SharingEnd, json: bool) -> io::Result<()> {
        let text = self.text;
        match end {
            SharingEnd::Gone => print_error(&say!(text, RESUME_GONE, room = self.seat.room)),
            SharingEnd::Failed(sentence) => print_error(sentence),
            end if json => return print_values([end]),
            SharingEnd::Timeout => print_error(&say!(text, SEAT_TIMEOUT)),
            SharingEnd::Taken => return print(&[say!(text, SEAT_TAKEN)]),
            SharingEnd::Removed { devices } => {
                return print(&[speech::removed_devices(text, *devices)]);
            }
        }
        Ok(())
    }
}

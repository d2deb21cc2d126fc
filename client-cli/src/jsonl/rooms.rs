//! List of rooms for programs: the frame of each page as it came.

use std::io;

use frontend::{
    exit::Exit,
    room_list::{AllPages, PageStep},
    stdio::{input::Stop, output::print_json},
};
use oxo_client::session::Session;

use super::{JsonLines, JsonlSetup, closed};

/// Prints the pages of a session whose first ask was for one of them.
pub async fn rooms(setup: JsonlSetup, mut session: Session) -> io::Result<Exit> {
    let mut stop = Stop::listen();
    let mut frontend = JsonLines::new(setup);
    let mut pages = AllPages::default();
    let (exit, why) = loop {
        let update = tokio::select! {
            update = session.next() => update,
            exit = stop.wait() => break (exit, "quit".to_owned()),
        };
        let Some(update) = update else {
            break (Exit::Failed, "dropped".to_owned());
        };
        let step = pages.take(&update);
        print_json(&frontend.update(update))?;
        match step {
            Some(PageStep::Ask(ask, wait)) => {
                // It is asked for again, whatever became of it.
                frontend.exit = None;
                tokio::time::sleep(wait).await;
                if session.ask(ask).is_err() {
                    break (Exit::Failed, "dropped".to_owned());
                }
            }
            Some(PageStep::Whole(_)) => break (Exit::Fine, "quit".to_owned()),
            Some(PageStep::Refused(_)) | None => {}
        }
        if let Some(end) = frontend.exit.take() {
            break end;
        }
    };
    print_json(&[closed(&why)])?;
    session.close().await;
    Ok(exit)
}

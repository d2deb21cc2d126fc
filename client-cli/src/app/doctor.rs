//! The command `oxo doctor`: an examination of a server from outside, with a remedy for each fault.

use frontend::{
    exit::Exit,
    speech,
    stdio::output::{print, print_values},
};
use oxo_client::doctor::{Step, examine};
use sentences::say;
use serde_json::{Value, json};

use super::{
    context::{App, server_at},
    failure::Failure,
};
use crate::cli;

impl App {
    pub(super) async fn doctor(&mut self, args: &cli::DoctorArgs) -> Result<Exit, Failure> {
        let text = &self.settings.text;
        if let Some(url) = &args.url {
            self.address = server_at(text, url)?;
        }
        let mut printed = Ok(());
        let fine = examine(&self.address, |step| {
            // A reader that has gone is reported at the end.
            if printed.is_ok() {
                printed = match self.json {
                    true => print_values([json_step(step)]),
                    false => print(&[speech::doctor_step(text, &self.address, step)]),
                };
            }
        })
        .await;
        printed?;
        if !self.json {
            print(&[match fine {
                true => say!(text, DOCTOR_FINE),
                false => say!(text, DOCTOR_FAILED),
            }])?;
        }
        Ok(match fine {
            true => Exit::Fine,
            false => Exit::Failed,
        })
    }
}

/// The check, whether it went well, and its finding or fault.
fn json_step(step: &Step) -> Value {
    let found = match &step.outcome {
        Ok(fact) => serde_json::to_value(fact),
        Err(trouble) => serde_json::to_value(trouble),
    };
    let mut line = found.unwrap_or_default();
    line["check"] = json!(step.check);
    line["ok"] = step.outcome.is_ok().into();
    line
}

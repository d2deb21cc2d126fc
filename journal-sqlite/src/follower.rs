//! The writer among nodes that share a log: it follows while another decides, takes over, hands over, and lets go.

use std::time::Duration;

use journal::{CommitError, Health, Opening};

use super::{
    commands::RefusedCommands,
    shared_writer::SharedWriter,
    standby::Standby,
    writer::{DatabaseState, Writer, WriterRole},
};

impl Writer {
    /// Follows until this node is to decide, or to stop, or cannot follow.
    pub(super) fn follow(&mut self) {
        self.role = WriterRole::Ends;
        let (Some(shared), DatabaseState::Well(connection)) = (&mut self.shared, &self.database)
        else {
            return;
        };
        shared.revoke_current();
        let mut asked = RefusedCommands {
            commands: &mut self.commands,
            close: &mut self.close,
        };
        asked.refuse();
        let mut copy = Standby {
            connection,
            state: &mut self.state,
            maintenance: &mut self.maintenance,
            checkpoint_rows: self.options.checkpoint_rows,
            progress: self.files.progress(),
            position: shared.position(),
            published: shared.published(),
            me: shared.me(),
            former: shared.former(),
            asked,
        };
        let led = shared.lead(&mut copy, &self.files);
        copy.asked.refuse();
        let opening = led.map(|outages| Opening {
            rooms: self.state.summaries(),
            outages,
            opened_ms: shared.at_ms(),
            last_end: None,
        });
        if opening.is_ok() {
            self.role = WriterRole::Decides;
            self.report_health(Health::Well);
        }
        self.openings.put(opening);
    }

    /// When the next record is due of one who writes a log that others follow.
    pub(super) fn life_within(&self) -> Option<Duration> {
        match (&self.database, self.role) {
            (DatabaseState::Well(_), WriterRole::Decides) => {
                self.shared.as_ref().map(SharedWriter::next_within)
            }
            _ => None,
        }
    }

    /// Decides no more; what the transaction under way has staged is undone.
    pub(super) fn step_down(&mut self) {
        self.state.undo();
        self.role = WriterRole::Follows;
        self.report_health(Health::Following);
    }

    /// Says in the log that this node leaves, and follows the one that takes over.
    pub(super) fn hand_over(&mut self) -> Result<(), CommitError> {
        let (DatabaseState::Well(connection), Some(shared), WriterRole::Decides) =
            (&self.database, &mut self.shared, self.role)
        else {
            return Err(CommitError::Unavailable);
        };
        match shared.leave(&mut self.state, connection) {
            Ok(()) => {
                tracing::info!("this node lets another one decide, and follows");
                self.step_down();
                Ok(())
            }
            // Met again by whatever is kept next.
            Err(_) => Err(CommitError::Unknown),
        }
    }
}

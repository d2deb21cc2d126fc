//! The writer's thread while another node decides: this node's copy follows the log, until this one is to decide.

use journal::{Health, Opening};

use super::{
    commands::RefusedCommands,
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
        shared.let_go();
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
            end: shared.applied(),
            shown: shared.shown(),
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
}

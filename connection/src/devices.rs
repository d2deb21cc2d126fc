//! A session's requests about what its seat tells: which devices hold it, which take notifications, and which chat is told.

use protocol::{
    Accepted, Refusal,
    request::{Body, SetWebhook, ShareSeat, Subscribe, Unsubscribe},
};

use super::{
    context::ConnectionContext,
    session::{ConnectionSession, SessionPlace, TakenSeat},
};

impl ConnectionSession {
    /// Answers a request that changes the devices of the seat, which is counted.
    pub(super) async fn change_devices(
        &mut self,
        context: &ConnectionContext,
        body: Body,
    ) -> Result<Accepted, Refusal> {
        self.count_change(context)?;
        let (membership, secret) = match &self.place {
            SessionPlace::Seated(TakenSeat { membership, secret }) => (membership, *secret),
            SessionPlace::Watching(_) => return Err(Refusal::NotSeated),
            SessionPlace::Lobby | SessionPlace::Superseded(_) => return Err(self.in_no_room()),
        };
        match body {
            Body::Subscribe(Subscribe { subscription }) => {
                membership.subscribe(*subscription).await
            }
            Body::Unsubscribe(Unsubscribe { endpoint }) => membership.unsubscribe(endpoint).await,
            Body::ShareSeat(ShareSeat { token }) => membership.share_seat(token.hash()).await,
            Body::UnshareSeat => membership.unshare_seat(secret).await,
            Body::SetWebhook(SetWebhook { webhook }) => membership.set_webhook(&webhook).await,
            Body::RemoveWebhook => membership.remove_webhook().await,
            _ => Err(Refusal::Internal),
        }
    }
}

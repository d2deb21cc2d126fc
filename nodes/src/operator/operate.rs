//! The operator's requests at any node of a cluster: those that concern all of it are answered by the deciding node.

use carrying::decider_link::{ServiceAnswer, ServiceQuestion};
use node::{Node, ServiceRoute};

use super::{
    answer::answer,
    message::{AdminReply, AdminRequest},
    supervise::OperatorTools,
};

/// Answers a line of the operator's.
pub async fn operate(node: &Node, tools: Option<&OperatorTools>, line: &str) -> AdminReply {
    let request = serde_json::from_str(line);
    if request.is_ok_and(|request| concerns_all(&request))
        && let Some(ServiceRoute::Remote(link)) = node.route().await
    {
        let asked = link.ask(ServiceQuestion::Operate(line.to_owned())).await;
        let reply = match asked {
            Some(ServiceAnswer::Operated(reply)) => serde_json::from_value(reply).ok(),
            _ => None,
        };
        return reply.unwrap_or_else(|| AdminReply::Refused {
            why: format!(
                "node {}, which decides, does not answer; try again in a few seconds",
                link.node
            ),
        });
    }
    answer(node, tools, line).await
}

/// Whether it is about rooms, games or people of the whole cluster, and not about this node.
fn concerns_all(request: &AdminRequest) -> bool {
    match request {
        AdminRequest::Rooms {}
        | AdminRequest::CloseRoom { .. }
        | AdminRequest::DeleteGame { .. }
        | AdminRequest::Announce { .. }
        | AdminRequest::Block { .. }
        | AdminRequest::Unblock { .. } => true,
        AdminRequest::Overview {}
        | AdminRequest::Notice {}
        | AdminRequest::Blocks {}
        | AdminRequest::Drain { .. }
        | AdminRequest::StopDraining {}
        | AdminRequest::Reload {} => false,
    }
}

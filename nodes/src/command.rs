//! The operator's commands about a cluster.

use clock::timestamp;
use cluster_nats::overview;
use config::{ClusterTask, ServerOptions};
use journal_files::detach;
use tokio::runtime::Builder;

use super::{recover::recover, rehearse::rehearse, report, status::ClusterStatus, store};

/// Does it. `Ok` is what to say when all is well.
///
/// # Errors
/// The sentence for the operator when it fails.
pub fn run(options: &ServerOptions, task: &ClusterTask) -> Result<String, String> {
    match task {
        ClusterTask::Leave => leave(options),
        ClusterTask::Rehearse => in_cluster(options, rehearse(options)),
        ClusterTask::Recover(args) => in_cluster(options, recover(options, args)),
        ClusterTask::Status(print) => {
            let status = in_cluster(options, status(options))?;
            match print.json {
                true => serde_json::to_string_pretty(&status)
                    .map(|text| text + "\n")
                    .map_err(|why| why.to_string()),
                false => Ok(status.to_string()),
            }
        }
    }
}

fn leave(options: &ServerOptions) -> Result<String, String> {
    let data = options.data.display();
    match detach(&options.data).map_err(|why| why.to_string())? {
        None => Err(format!(
            "{data} is no copy of a cluster's log: a server without --cluster starts with it as it is"
        )),
        Some(at_ms) => {
            let at = timestamp(at_ms).map_or_else(String::new, |at| at.to_string());
            Ok(format!(
                "{data} is a journal of its own now, with everything up to {at}. Start one server with it, without --cluster, \
                 and none of the cluster's nodes beside it.\n"
            ))
        }
    }
}

/// Runs what asks the cluster.
///
/// # Errors
/// When there is none, or with those of the task.
pub fn in_cluster<T>(
    options: &ServerOptions,
    task: impl Future<Output = Result<T, String>>,
) -> Result<T, String> {
    if !options.has_cluster() {
        return Err(
            "there is no cluster: name the servers of NATS with --cluster, as the nodes do".into(),
        );
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| why.to_string())?.block_on(task)
}

async fn status(options: &ServerOptions) -> Result<ClusterStatus, String> {
    let store = store::connect(options).await;
    let store = store.map_err(|why| why.to_string())?;
    let log = overview(&store, &options.monitors()).await;
    let nodes = report::all(&store).await.map_err(|why| why.to_string())?;
    let log = log.map_err(|why| why.to_string())?;
    Ok(ClusterStatus::new(&options.cluster_name, nodes, &log))
}

//! The server as a program: it reads its configuration, listens, says how people can join, and runs until it is
//! stopped.

use std::{
    fmt::Display, num::NonZero, process::ExitCode, sync::Arc, thread::available_parallelism,
};

use admission::capacity;
use clock::Clock;
use config::{Invocation, ServerOptions, Task};
use connection::service::ServerFacts;
use node::{
    Node,
    listener::{self, BoundAddress, Listeners},
    serve_error::ServeError,
};
use nodes::operator::supervise::OperatorTools;
use protocol::reply::Kept;

#[cfg(unix)]
use node::listener::PassedSockets;

#[cfg(unix)]
use crate::service;
use crate::{
    admin::{self, AdminSocket},
    doctor, health, logging,
    output::{complain, print, printed},
    serve::Server,
    signals::{SignalListener, stop_signal},
    terminal_size::{is_terminal, terminal_size},
    upkeep,
    workers::Workers,
};

/// Runs the program with its own clock, and returns how it ended.
pub fn run(clock: Clock) -> ExitCode {
    #[cfg(unix)]
    outlive_file_size_limit();
    let (options, task) = match config::from_process() {
        Ok(Invocation::Run(options, task)) => (*options, task),
        Ok(Invocation::Print(text)) => return printed(&text, ExitCode::SUCCESS),
        Ok(Invocation::Help(help)) => help.exit(),
        Err(why) => {
            complain(&why);
            return ExitCode::from(2);
        }
    };
    match task {
        None => match logged(options, clock) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => failed(&why),
        },
        Some(Task::Health) => ended(health::ask(&options)),
        Some(Task::Journal(task)) => ended(upkeep::run(&options.data, &task)),
        Some(Task::Cluster(task)) => ended(nodes::command::run(&options, &task)),
        Some(Task::Operate(task)) => ended(admin::command::run(&options, &task)),
        Some(Task::Doctor(how)) => {
            let columns = terminal_size().map(|(columns, _)| columns.into());
            let (text, is_well) = doctor::report(&options, how.json, columns);
            printed(&text, ExitCode::from(u8::from(!is_well)))
        }
    }
}

/// Serves, and returns once the log is written.
fn logged(options: ServerOptions, clock: Clock) -> Result<(), ServeError> {
    let (_log, set_log) = logging::start(&options)?;
    serve(options, clock, OperatorTools { set_log })
}

/// Prints what a command found, or why it failed.
fn ended(found: Result<String, String>) -> ExitCode {
    match found {
        Ok(text) => printed(&text, ExitCode::SUCCESS),
        Err(why) => failed(&why),
    }
}

fn failed(why: &impl Display) -> ExitCode {
    complain(why);
    ExitCode::FAILURE
}

/// Makes a write beyond the limit of file sizes fail, as one on a full disk does. Unhandled, the
/// signal that comes with it ends the process; a handler stays once there was one.
#[cfg(unix)]
fn outlive_file_size_limit() {
    use tokio::signal::unix::{SignalKind, signal};
    let number = rustix::process::Signal::XFSZ.as_raw();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build();
    if let Ok(runtime) = runtime {
        // Where there can be none, the limit ends the process as before.
        let _ = runtime.block_on(async { signal(SignalKind::from_raw(number)).map(drop) });
    }
}

/// Tells the operator when the system allows fewer connections than were asked for.
fn say_capacity(node: &Node) {
    let (connections, asked) = (node.capacity.connections, node.options.limits.connections);
    if connections < asked {
        tracing::warn!(
            connections,
            asked,
            "the limit of open files allows fewer connections; raise it (LimitNOFILE= of systemd, ulimit -n)"
        );
    }
}

/// Tells the operator what browsers will not like of the certificate.
fn say_certificate(node: &Node) {
    if let Some(tls) = &node.tls {
        for remark in tls.remarks(&node.options, node.clock.now_ms()) {
            tracing::warn!("{remark}");
        }
    }
}

fn serve(options: ServerOptions, clock: Clock, tools: OperatorTools) -> Result<(), ServeError> {
    capacity::raise_open_files();
    #[cfg(unix)]
    let passed = PassedSockets::take();
    let cores = || available_parallelism().map_or(1, NonZero::get);
    let workers = Workers::start(options.worker_threads.unwrap_or_else(cores))?;
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build()?;
    let ended = runtime.block_on(async {
        #[cfg(unix)]
        let passed = passed.listen().map_err(ServeError::Passed)?;
        #[cfg(not(unix))]
        let passed = None;
        let listeners = match passed {
            Some(listeners) => listeners,
            None => Listeners::open(&options.listen, options.socket_mode)
                .map_err(|(address, why)| ServeError::Bind { address, why })?,
        };
        let metrics = options.metrics_listen.map(|address| {
            listener::listen(BoundAddress::alone(address))
                .map_err(|why| ServeError::BindMetrics { address, why })
        });
        let metrics = metrics.transpose()?;
        let mut server = Server::new(options, listeners, clock)?;
        server.admin = AdminSocket::open(&server.node.options).map_err(ServeError::Admin)?;
        server.tools = Some((Arc::new(tools), SignalListener::hangup()));
        let stop = stop_signal();
        say_capacity(&server.node);
        say_certificate(&server.node);
        say_addresses(&server.node);
        for address in server.listeners.names() {
            tracing::info!("listening on {address}");
        }
        if let Some(address) = metrics.as_ref().and_then(|it| it.local_addr().ok()) {
            tracing::info!("figures at http://{address}/metrics");
        }
        #[cfg(unix)]
        tokio::spawn(service::report(Arc::clone(&server.node), workers.handles()));
        (server.workers, server.metrics) = (workers, metrics);
        let stop = async {
            stop.await;
            // The service manager may not know.
            #[cfg(unix)]
            service::stopping().await;
        };
        server.run(stop).await
    });
    // A service manager that does not read its notifications is not waited for.
    runtime.shutdown_background();
    ended
}

/// Tells the operator where people can play: in prose on a terminal, or else in the log.
fn say_addresses(node: &Node) {
    if is_terminal() {
        return print(&hello(node));
    }
    match node.facts.addresses().as_slice() {
        [] => tracing::info!(
            "only this machine reaches the server, at {}/",
            node.facts.local_address()
        ),
        addresses => tracing::info!("people can play at {}/", addresses.join("/ and ")),
    }
}

/// How two people can play now.
fn hello(node: &Node) -> String {
    let here = node.facts.local_address();
    let addresses = node.facts.addresses();
    let mut text = String::from("Two people can play now, in a browser.\n");
    if node.facts.has_port() {
        text += &format!("  On this machine:      {here}/\n");
    }
    for address in &addresses {
        text += &format!("  From other machines:  {address}/\n");
    }
    if addresses.is_empty() {
        text += "  From other machines:  not reachable; listen on [::] to change that.\n";
    }
    text += &format!(
        "  From a terminal:      oxo --server {}\n",
        addresses.first().unwrap_or(&here)
    );
    text + match node.facts.promise().acknowledged {
        Kept::Disk => "Ctrl-C stops the server; it brings every game back when it starts again.\n",
        Kept::Memory => {
            "Ctrl-C stops the server, and its games are gone with it: they are kept in memory only.\n"
        }
    }
}

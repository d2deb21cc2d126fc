//! The container image under podman: as nobody, with a root that is read only, with its games in a volume.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use tests::{
    machine::{file_named, folder_of},
    nginx::Nginx,
    soon,
};
use tokio::process::Command;

use crate::game::{LongGame, until_ready};

/// Where a machine has both kinds of control groups, podman takes the first that it finds for the
/// wrong one. Elsewhere there is nothing to unmount.
const PODMAN: &str =
    r#"umount /sys/fs/cgroup/unified 2>/dev/null || :; mount --make-rshared /; exec podman "$@""#;

/// Runs podman; what it says, and whether all is well.
async fn try_podman(args: &[&str]) -> (bool, String) {
    let run = Command::new("unshare")
        .args(["--mount", "bash", "-c", PODMAN, "podman"])
        .args(args)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = soon("podman", run).await.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

async fn podman(args: &[&str]) -> String {
    let (is_well, said) = try_podman(args).await;
    assert!(is_well, "podman {args:?}: {said}");
    said
}

/// Starts the image as docs/hosting.md says, on a free port.
async fn start(image: &str, name: &str, listen: &str) {
    podman(&[
        "run",
        "--detach",
        "--name",
        name,
        "--network",
        "host",
        "--read-only",
        "--cap-drop",
        "all",
        "--security-opt",
        "no-new-privileges",
        "--ulimit",
        "nofile=20000:20000",
        "--ulimit",
        "nproc=1024:1024",
        "--volume",
        &format!("{name}:/data"),
        "--env",
        &format!("OXO_LISTEN={listen}"),
        image,
    ])
    .await;
}

#[tokio::test]
async fn an_image_runs_as_nobody_on_a_read_only_root_and_keeps_its_games_in_a_volume() {
    let archive = file_named(&folder_of("OXO_DIST"), "oxo-server-", "-amd64-image.tar");
    let loaded = podman(&["load", "--quiet", "--input", archive.to_str().unwrap()]).await;
    let image = loaded.split_whitespace().last().unwrap();
    let address = format!("127.0.0.1:{}", Nginx::free_port());
    let name = format!("oxo-test-{}", std::process::id());
    podman(&["volume", "create", &name]).await;

    let begun = Instant::now();
    start(image, &name, &address).await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    println!(
        "from podman run to the first move: {} ms",
        begun.elapsed().as_millis()
    );
    podman(&["healthcheck", "run", &name]).await;
    let first = podman(&["inspect", "--format", "{{.State.Pid}}", &name]).await;
    let process = Path::new("/proc").join(first.trim());
    assert_eq!(fs::metadata(&process).unwrap().uid(), 65_532);
    // There is nothing to start in it but the program.
    let root = process.join("root");
    assert!(root.join("oxo-server").exists() && !root.join("bin").exists());

    let begun = Instant::now();
    podman(&["stop", "--time", "10", &name]).await;
    let took = begun.elapsed();
    println!("stop: {} ms", took.as_millis());
    let state = podman(&["inspect", "--format", "{{.State.ExitCode}}", &name]).await;
    // 137 would be a kill after the grace.
    assert_eq!(state.trim(), "0");
    assert!(took < Duration::from_secs(30));
    let (is_well, _) = try_podman(&["healthcheck", "run", &name]).await;
    assert!(!is_well, "nobody answers");

    podman(&["rm", &name]).await;
    start(image, &name, &address).await;
    until_ready(&address).await;
    game.comes_back().await;
    podman(&["rm", "--force", "--time", "10", &name]).await;
    podman(&["volume", "rm", &name]).await;
}

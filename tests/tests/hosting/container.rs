//! The container image under podman: as nobody, with a root that is read only, with its games in a volume.

use std::{fs, os::unix::fs::MetadataExt, path::Path, process::Stdio, time::Instant};

use tests::{
    free_port,
    machine::{ARCHITECTURE, file_named, folder_of},
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

/// A container with a volume of the same name; both are removed when dropped.
struct Container(String);

impl Container {
    /// Runs the image as docs/hosting.md says, at an address of this machine.
    async fn run(&self, image: &str, listen: &str) {
        let volume = format!("{}:/data", self.0);
        let listen = format!("OXO_LISTEN={listen}");
        let mut words = vec!["run", "--detach", "--name", &self.0, "--network", "host"];
        words.extend(["--read-only", "--cap-drop", "all"]);
        words.extend(["--security-opt", "no-new-privileges"]);
        // No more than this machine may have.
        words.extend(["--ulimit", "nofile=20000:20000"]);
        words.extend(["--ulimit", "nproc=1024:1024"]);
        words.extend(["--volume", &volume, "--env", &listen, image]);
        podman(&words).await;
    }

    /// Podman's state of it.
    async fn state(&self, field: &str) -> String {
        let format = format!("{{{{.State.{field}}}}}");
        podman(&["inspect", "--format", &format, &self.0])
            .await
            .trim()
            .to_owned()
    }

    async fn is_healthy(&self) -> bool {
        try_podman(&["healthcheck", "run", &self.0]).await.0
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        for words in [["rm", "--force", "--time=0"], ["volume", "rm", "--force"]] {
            let _ = std::process::Command::new("unshare")
                .args(["--mount", "bash", "-c", PODMAN, "podman"])
                .args(words)
                .arg(&self.0)
                .stdout(Stdio::null())
                .status();
        }
    }
}

#[tokio::test]
async fn an_image_runs_as_nobody_on_a_read_only_root_and_keeps_its_games_in_a_volume() {
    let end = format!("-{ARCHITECTURE}-image.tar");
    let archive = file_named(&folder_of("OXO_DIST"), "oxo-server-", &end);
    let image = format!("docker-archive:{}", archive.display());
    let address = format!("127.0.0.1:{}", free_port());
    let container = Container(format!("oxo-test-{}", std::process::id()));
    let name = &container.0;

    let begun = Instant::now();
    container.run(&image, &address).await;
    let mut game = LongGame::begin(&address).await;
    game.goes_on().await;
    let took = begun.elapsed().as_millis();
    println!("from podman run to the first moves: {took} ms");
    let process = Path::new("/proc").join(container.state("Pid").await);
    assert_eq!(fs::metadata(&process).unwrap().uid(), 65_532);
    // There is nothing to start in it but the program.
    let root = process.join("root");
    assert!(root.join("oxo-server").exists() && !root.join("bin").exists());

    assert!(container.is_healthy().await);
    podman(&["kill", "--signal", "STOP", name]).await;
    assert!(!container.is_healthy().await, "nobody answers");
    podman(&["kill", "--signal", "CONT", name]).await;
    assert!(container.is_healthy().await);

    let begun = Instant::now();
    podman(&["stop", "--time", "10", name]).await;
    println!("stop: {} ms", begun.elapsed().as_millis());
    // 137 would be a kill after the grace.
    assert_eq!(container.state("ExitCode").await, "0");
    podman(&["rm", name]).await;
    container.run(&image, &address).await;
    until_ready(&address).await;
    game.comes_back().await;
}

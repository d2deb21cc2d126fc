//! A Debian of its own, really booted, for packages and services: systemd in a container of
//! systemd-nspawn, over a tree that stays as it is. It shares this machine's network, so that clients
//! of a test reach its servers at 127.0.0.1.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
};

use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::soon;

/// Puts a layer over the tree, which goes with this process, and boots. `$0` is the folder of the
/// layer, `$1` the tree, `$2` the folder that is mounted as `/files`.
const BOOT: &str = r#"
mkdir "$0/changes" "$0/work" "$0/root" &&
mount -t overlay overlay -o "lowerdir=$1,upperdir=$0/changes,workdir=$0/work" "$0/root" &&
exec systemd-nspawn --quiet --register=no --keep-unit --resolv-conf=off --machine "oxo-$$" --directory "$0/root" --bind-ro="$2:/files" --boot
"#;

/// This machine, as Debian and containers call it.
pub const ARCHITECTURE: &str = if cfg!(target_arch = "aarch64") {
    "arm64"
} else {
    "amd64"
};

/// A booted machine; it ends when dropped.
pub struct Machine {
    _container: Child,
    /// The number of its first process, as this machine has it.
    first: u32,
    _folder: TempDir,
}

impl Machine {
    /// Boots a tree as debootstrap makes one, with a folder of this machine as `/files`.
    ///
    /// # Panics
    /// When it does not come up; root's powers are needed.
    pub async fn boot(tree: &Path, files: &Path) -> Machine {
        let folder = tempfile::tempdir_in(tree.parent().expect("a folder")).expect("a folder");
        let container = Command::new("unshare")
            .args(["--mount", "bash", "-c", BOOT])
            .args([folder.path(), tree, files])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("unshare is missing; it is in util-linux");
        let outer = container.id().expect("a process that runs");
        let first = soon("the machine's first process", async {
            loop {
                if let Some(first) = first_below(outer) {
                    return first;
                }
                tokio::task::yield_now().await;
            }
        });
        let machine = Machine {
            first: first.await,
            _container: container,
            _folder: folder,
        };
        soon("the machine to boot", machine.booted()).await;
        machine
    }

    async fn booted(&self) {
        // Fails until there is something to ask.
        let ask = "systemctl is-system-running --wait || :";
        loop {
            let state = self.try_run(ask).await.stdout;
            if matches!(state.trim_ascii(), b"running" | b"degraded") {
                return;
            }
        }
    }

    /// Runs a script as its root; what it says.
    ///
    /// # Panics
    /// When it fails.
    pub async fn run(&self, script: &str) -> String {
        let output = self.try_run(script).await;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(output.status.success(), "{script}: {said}");
        said
    }

    /// The same when it may fail.
    ///
    /// # Panics
    /// When it takes too long.
    pub async fn try_run(&self, script: &str) -> Output {
        let first = self.first.to_string();
        let mut run = Command::new("nsenter");
        run.args([
            "--target", &first, "--mount", "--uts", "--ipc", "--pid", "--cgroup",
        ])
        .args(["--root", "--wd", "--", "bash", "-ec", script])
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .stdin(Stdio::null())
        .kill_on_drop(true);
        soon(script, run.output()).await.expect("nsenter")
    }
}

/// The container's own end leaves its first process running, and all that it started.
impl Drop for Machine {
    fn drop(&mut self) {
        let _ = std::process::Command::new("kill")
            .args(["-KILL", &self.first.to_string()])
            .status();
    }
}

/// The machine's systemd among the processes that began below another.
fn first_below(id: u32) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
    let children = children
        .split_whitespace()
        .filter_map(|child| child.parse().ok());
    children.into_iter().find_map(|child: u32| {
        let name = fs::read_to_string(format!("/proc/{child}/comm")).ok()?;
        match name.trim() {
            "systemd" => Some(child),
            _ => first_below(child),
        }
    })
}

/// A folder that `tests/run hosting` names.
///
/// # Panics
/// When it does not, or there is none.
pub fn folder_of(variable: &str) -> PathBuf {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| panic!("{variable} is not set; call tests/run hosting"));
    assert!(folder.is_dir(), "{} is not there", folder.display());
    folder
}

/// The file in a folder whose name begins and ends so.
///
/// # Panics
/// When there is none.
pub fn file_named(folder: &Path, begin: &str, end: &str) -> PathBuf {
    let mut files = fs::read_dir(folder).expect("a folder").flatten();
    let found = files.find(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with(begin) && name.ends_with(end)
    });
    let found = found.unwrap_or_else(|| panic!("no {begin}…{end}; dist/make builds it"));
    found.path()
}

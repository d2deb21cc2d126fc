//! A guest of qemu in which three servers of NATS run, each on a disk of its own, and whose power can be cut: its memory is
//! gone then, with the page cache of its kernel, and its disks have what was written to them.
//!
//! It has no acceleration, so it runs wherever qemu does. `OXO_GUEST` names a folder with the kernel of Debian's cloud images
//! (`boot/vmlinuz-*`, `lib/modules`) and a static busybox (`bin/busybox`), `OXO_NATS_SERVER` the server: `tests/run power`.
//! What the guest writes is in this machine's page cache, which outlives qemu: a disk keeps all that it was given, flushed or not
//! (so flushes need not be carried out, `cache=unsafe`), and what is lost is what the guest's kernel had not written yet.

use std::{
    collections::VecDeque,
    env, fs,
    path::{Path, PathBuf},
    process::{Command as Program, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    sync::mpsc,
};

use crate::{free_ports, nats, soon};

/// The servers' names, which are the labels of their disks.
const NAMES: [&str; 3] = ["n1", "n2", "n3"];
/// A server's ports in the guest: for clients, its monitor and routes; the next server has the next ones.
const PORTS: [u16; 3] = [4221, 8221, 6221];
/// Modules of the kernel, in the order of their needs.
const MODULES: [&str; 9] = [
    "drivers/virtio/virtio_ring",
    "drivers/virtio/virtio",
    "drivers/virtio/virtio_pci_legacy_dev",
    "drivers/virtio/virtio_pci_modern_dev",
    "drivers/virtio/virtio_pci",
    "drivers/block/virtio_blk",
    "net/core/failover",
    "drivers/net/net_failover",
    "drivers/net/virtio_net",
];
/// Command line of the kernel. It cannot calibrate its clock by an emulated timer; the rest makes it faster.
const KERNEL: &str = "console=ttyS0 panic=-1 quiet tsc=reliable nokaslr mitigations=off \
                      preempt=none cryptomgr.notests audit=0 apparmor=0";
/// Puts the files of a folder into an archive beside it.
const PACK: &str =
    r#"cd "$0/root" && find . | "$0/root/bin/busybox" cpio -o -H newc > "$0/initramfs""#;
/// Lines of the console that a failed test shows.
const SHOWN: usize = 60;

/// When the guest's kernel writes to a disk what nobody syncs. Whatever it says, what is acknowledged has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writeback {
    /// As without a word: after 30 s (`vm.dirty_expire_centisecs`), and the journal every 5 s (`commit`). A cut within
    /// seconds finds next to nothing written.
    Kernel,
    /// Not before minutes, so that only what was synced is there.
    Never,
    /// Within half a second, so that some of it is there and some is not.
    Eager,
}

impl Writeback {
    /// All there are.
    pub const ALL: [Writeback; 3] = [Writeback::Kernel, Writeback::Never, Writeback::Eager];

    fn word(self) -> &'static str {
        match self {
            Writeback::Kernel => "kernel",
            Writeback::Never => "never",
            Writeback::Eager => "eager",
        }
    }
}

/// The disks of a guest, and what it boots from. Dropping it deletes them.
pub struct GuestDisks {
    folder: TempDir,
    kernel: PathBuf,
}

impl GuestDisks {
    /// Makes empty disks.
    ///
    /// # Panics
    /// When a program or a file for it is missing.
    pub fn new() -> GuestDisks {
        let parts = env::var_os("OXO_GUEST").map(PathBuf::from);
        let parts = parts.expect("OXO_GUEST is the folder of the guest's parts: tests/run power");
        let folder = TempDir::new().expect("a folder");
        pack(&parts, folder.path());
        for name in NAMES {
            let disk = folder.path().join(name);
            let made = fs::File::create(&disk).and_then(|file| file.set_len(1 << 30));
            made.expect("a disk");
            let options = ["-q", "-t", "ext4", "-L", name];
            run(Program::new("mke2fs").args(options).arg(disk));
        }
        GuestDisks {
            folder,
            kernel: only_one(&parts.join("boot"), "vmlinuz-"),
        }
    }

    /// Boots a guest that has them, and whose servers sync after `sync`.
    ///
    /// # Panics
    /// When the servers do not come up.
    pub async fn boot(&self, sync: &str, writeback: Writeback) -> Guest {
        let ports = free_ports(2 * NAMES.len());
        let mut process = Command::new("qemu-system-x86_64")
            .args("-machine q35 -accel tcg -cpu max -smp 4 -m 512".split(' '))
            .args("-nodefaults -no-user-config -no-reboot -display none -serial stdio".split(' '))
            .args(["-netdev", &network(&ports)])
            .args(["-device", "virtio-net-pci,netdev=net"])
            .args(NAMES.iter().flat_map(|name| self.disk(name)))
            .arg("-kernel")
            .arg(&self.kernel)
            .arg("-initrd")
            .arg(self.folder.path().join("initramfs"))
            .arg("-append")
            .arg(format!(
                "{KERNEL} SYNC={sync} WRITEBACK={}",
                writeback.word()
            ))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("qemu-system-x86_64 is missing");
        let (console, mut ready) = Console::of(&mut process);
        let guest = Guest {
            process,
            ports,
            console,
        };
        soon("the servers in a guest", async {
            for _ in NAMES {
                ready.recv().await.expect("a guest that does not end");
            }
        })
        .await;
        guest
    }

    fn disk(&self, name: &str) -> [String; 4] {
        let file = self.folder.path().join(name);
        let file = file.display();
        [
            "-drive".to_owned(),
            format!("id={name},file={file},format=raw,if=none,cache=unsafe"),
            "-device".to_owned(),
            format!("virtio-blk-pci,drive={name}"),
        ]
    }
}

impl Default for GuestDisks {
    fn default() -> GuestDisks {
        GuestDisks::new()
    }
}

/// A running guest.
pub struct Guest {
    process: Child,
    /// Ports of this machine, for each server two: for clients, and its monitor.
    ports: Vec<u16>,
    console: Console,
}

impl Guest {
    /// Cuts the power.
    ///
    /// # Panics
    /// When it has none.
    pub async fn cut_power(mut self) {
        self.process.kill().await.expect("a process");
    }

    /// The addresses of all servers, with the user and the password.
    pub fn urls(&self) -> Vec<String> {
        let ports = self.ports.chunks(2);
        ports
            .map(|own| format!("nats://oxo:p%40ss@127.0.0.1:{}", own[0]))
            .collect()
    }

    /// The monitors of all.
    pub fn monitors(&self) -> Vec<String> {
        let ports = self.ports.chunks(2);
        ports.map(|own| format!("127.0.0.1:{}", own[1])).collect()
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the guest's console:\n{}", self.console.text());
        }
    }
}

/// The last lines of a guest's console.
#[derive(Clone, Default)]
struct Console(Arc<Mutex<VecDeque<String>>>);

impl Console {
    /// Reads the console, and says each time that a server is ready.
    fn of(process: &mut Child) -> (Console, mpsc::Receiver<()>) {
        let console = Console::default();
        let (sender, ready) = mpsc::channel(NAMES.len());
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let kept = console.clone();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if line.contains("Server is ready") {
                    // Nobody waits for it any more once all are.
                    let _ = sender.try_send(());
                }
                kept.keep(line);
            }
        });
        (console, ready)
    }

    fn keep(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == SHOWN {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn text(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The network of qemu itself: nothing but these ports leads in, and nothing out.
fn network(ports: &[u16]) -> String {
    let mut network = "user,id=net,restrict=on".to_owned();
    for (number, own) in (0..).zip(ports.chunks(2)) {
        for (here, there) in own.iter().zip(PORTS) {
            network += &format!(",hostfwd=tcp:127.0.0.1:{here}-:{}", there + number);
        }
    }
    network
}

/// Packs the file system that the guest boots from.
fn pack(parts: &Path, folder: &Path) {
    let root = folder.join("root");
    for name in ["bin", "modules", "etc", "data", "proc", "sys", "dev"] {
        fs::create_dir_all(root.join(name)).expect("a folder");
    }
    let copy = |from: &Path, to: &str| {
        let copied = fs::copy(from, root.join(to));
        copied.unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    };
    copy(&parts.join("bin/busybox"), "bin/busybox");
    copy(&nats::program(), "bin/nats-server");
    let modules = only_one(&parts.join("lib/modules"), "").join("kernel");
    for (number, module) in (10..).zip(MODULES) {
        copy(
            &modules.join(format!("{module}.ko")),
            &format!("modules/{number}"),
        );
    }
    let (data, sync) = (Path::new("/data"), r#"sync_interval: "SYNC""#);
    let ports: Vec<u16> = (0..3)
        .flat_map(|number| PORTS.map(|port| port + number))
        .collect();
    for (name, own) in NAMES.iter().zip(ports.chunks(3)) {
        // What comes from here comes to the address of its network card.
        let config = nats::configuration(name, "0.0.0.0", data, sync, own, &nats::routes(&ports));
        fs::write(root.join(format!("etc/{name}.conf")), config).expect("a configuration");
    }
    let init = root.join("init");
    fs::write(&init, include_str!("guest/init")).expect("a script");
    run(Program::new("chmod").arg("+x").arg(&init));
    run(Program::new("sh").args(["-c", PACK]).arg(folder));
}

/// The file in a folder whose name begins so.
fn only_one(folder: &Path, begin: &str) -> PathBuf {
    let files =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names = files.flatten().map(|file| file.file_name());
    let name = names.find(|name| name.to_string_lossy().starts_with(begin));
    folder.join(name.unwrap_or_else(|| panic!("{} has no {begin}…", folder.display())))
}

fn run(command: &mut Program) {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
}

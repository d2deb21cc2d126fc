//! The figures as a real Prometheus sees them: checked by its own tool,
//! scraped, asked for by every panel of the dashboard, and watched by the rules.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Figures, Process, Raw,
    client::{play_out, seat_two},
    process::server_binary,
    raw::status_and_body,
    soon,
};
use tokio::{net::TcpListener, process::Child};

fn dist(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../dist")
        .join(file)
}

/// Runs `promtool`; it has to end well, and what it says is given.
fn promtool(words: &[&str], input: Stdio) -> String {
    let output = Command::new("promtool")
        .args(words)
        .stdin(input)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "promtool {words:?}: {said}");
    said
}

/// A server with figures at a listener of their own, and where that is.
async fn server(data: &Path) -> (Process, SocketAddr) {
    let backups = data.with_extension("backups");
    let arguments = [
        "--metrics-listen",
        "127.0.0.1:0",
        "--backup",
        backups.to_str().unwrap(),
    ];
    let mut server = Process::start(&server_binary(), data, &arguments).await;
    let rest = server.says_with("figures at http://").await;
    let address = rest.split('/').next().unwrap().parse().unwrap();
    (server, address)
}

/// Two people who play, and a spectator.
async fn some_life(server: &Process) -> [tests::Client; 3] {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut cid = server.client("Cid").await;
    cid.watch(room).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    [ana, bia, cid]
}

#[tokio::test]
async fn promtool_finds_nothing_wrong_with_the_figures() {
    let folder = TempDir::new().unwrap();
    let (server, address) = server(&folder.path().join("data")).await;
    let _life = some_life(&server).await;
    let figures = Figures::at(address, None).await;
    let file = folder.path().join("figures");
    fs::write(&file, &figures.text).unwrap();
    let said = promtool(&["check", "metrics"], fs::File::open(&file).unwrap().into());
    assert_eq!(said, "");
    println!(
        "a scrape: {} bytes, {} series",
        figures.text.len(),
        figures.names().count()
    );
    // Nothing else is there, and nothing of it at the public port.
    let public: SocketAddr = server.address.parse().unwrap();
    for (to, path) in [(public, "/metrics"), (address, "/"), (address, "/info")] {
        let answer = tests::raw::request(to, "GET", path).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    }
    server.terminate().await;
}

#[test]
fn the_rules_are_sound_and_each_alarm_goes_off_when_it_should() {
    let rules = dist("prometheus/oxo.rules.yml");
    let said = promtool(&["check", "rules", rules.to_str().unwrap()], Stdio::null());
    assert!(said.contains("SUCCESS"), "{said}");
    let test = dist("prometheus/oxo.rules.test.yml");
    promtool(&["test", "rules", test.to_str().unwrap()], Stdio::null());
    // Each of them is tried.
    let (rules, test) = (
        fs::read_to_string(rules).unwrap(),
        fs::read_to_string(test).unwrap(),
    );
    let alarms = rules
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "));
    let alarms: Vec<_> = alarms.collect();
    assert!(alarms.len() > 5);
    for alarm in alarms {
        assert!(
            test.contains(&format!("alertname: {alarm}\n")),
            "{alarm} is not tried"
        );
    }
}

/// A Prometheus that scrapes one server and knows the rules.
struct Prometheus {
    address: SocketAddr,
    _process: Child,
    _folder: TempDir,
}

impl Prometheus {
    async fn start(target: SocketAddr) -> Prometheus {
        let folder = TempDir::new().unwrap();
        let config = folder.path().join("prometheus.yml");
        let rules = dist("prometheus/oxo.rules.yml").canonicalize().unwrap();
        let text = format!(
            "global: {{ scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }}\n\
             rule_files: [{rules:?}]\n\
             scrape_configs:\n- job_name: oxo\n  static_configs: [{{ targets: [\"{target}\"] }}]\n"
        );
        fs::write(&config, text).unwrap();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let process = tokio::process::Command::new("prometheus")
            .arg(format!("--config.file={}", config.display()))
            .arg(format!(
                "--storage.tsdb.path={}",
                folder.path().join("data").display()
            ))
            .arg(format!("--web.listen-address={address}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Prometheus {
            address,
            _process: process,
            _folder: folder,
        }
    }

    /// Asks its API; nothing while it does not answer yet.
    async fn get(&self, path: &str) -> Option<Value> {
        tokio::net::TcpStream::connect(self.address).await.ok()?;
        let mut raw = Raw::connect(self.address).await;
        // To HTTP/1.0 it answers in one piece.
        raw.say(&format!("GET {path} HTTP/1.0\r\n\r\n")).await;
        let answer = raw.rest().await;
        serde_json::from_str(status_and_body(&answer).1).ok()
    }

    /// Its answer to an expression.
    async fn query(&self, expression: &str) -> Option<Value> {
        let query: String = url::form_urlencoded::byte_serialize(expression.as_bytes()).collect();
        self.get(&format!("/api/v1/query?query={query}")).await
    }

    /// Asks until there is an answer with anything in it.
    async fn until_known(&self, expression: &str) -> Value {
        let mut last = None;
        let known = async {
            loop {
                let answer = self.query(expression).await;
                if let Some(answer) = &answer {
                    assert_eq!(answer["status"], "success", "{expression}: {answer}");
                    if answer["data"]["result"]
                        .as_array()
                        .is_some_and(|found| !found.is_empty())
                    {
                        return answer["data"]["result"].clone();
                    }
                }
                last = answer;
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        };
        match tokio::time::timeout(tests::HANG, known).await {
            Ok(known) => known,
            Err(_) => panic!("nothing comes of {expression}: {last:?}"),
        }
    }
}

/// The expressions of a dashboard's panels, with what Grafana fills in.
fn expressions(of: &Value) -> Vec<(String, String)> {
    let panels = of["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| {
        let title = panel["title"].as_str().unwrap();
        let targets = panel["targets"].as_array().into_iter().flatten();
        targets.map(move |target| (title, target["expr"].as_str().unwrap()))
    });
    targets
        .map(|(title, text)| (title.to_owned(), text.replace("$__rate_interval", "1m")))
        .collect()
}

async fn evaluated_rules(prometheus: &Prometheus) -> Vec<Value> {
    soon("every rule evaluated", async {
        loop {
            let answer = prometheus.get("/api/v1/rules").await.unwrap();
            let groups = answer["data"]["groups"].as_array().unwrap().clone();
            let rules: Vec<Value> = groups
                .iter()
                .flat_map(|group| group["rules"].as_array().unwrap().clone())
                .collect();
            if rules.iter().all(|rule| rule["health"] != "unknown") {
                return rules;
            }
            tokio::task::yield_now().await;
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_prometheus_scrapes_and_answers_every_panel_and_rule() {
    let folder = TempDir::new().unwrap();
    let (server, address) = server(&folder.path().join("data")).await;
    let prometheus = Prometheus::start(address).await;
    let _life = some_life(&server).await;
    // Two scrapes that saw them: a rate is of at least two.
    let seen =
        "count_over_time(oxo_requests_total{type=\"move\"}[1m]) > 2 and oxo_requests_total > 2";
    prometheus.until_known(seen).await;
    let found = prometheus
        .until_known("oxo_games{players=\"people\"}")
        .await;
    assert_eq!(found[0]["value"][1], "1", "{found}");
    let text = fs::read_to_string(dist("grafana/oxo.json")).unwrap();
    let dashboard: Value = serde_json::from_str(&text).unwrap();
    let expressions = expressions(&dashboard);
    assert!(expressions.len() > 10);
    for (title, expression) in &expressions {
        let found = prometheus.until_known(expression).await;
        println!(
            "{title}: {expression}: {} series",
            found.as_array().unwrap().len()
        );
    }
    // Every metric of ours that the dashboard or a rule names is one that there is.
    let names = Figures::at(address, None).await;
    let rules = fs::read_to_string(dist("prometheus/oxo.rules.yml")).unwrap();
    let document = fs::read_to_string(dist("../docs/metrics.md")).unwrap();
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words
            .filter(|word| word.starts_with("oxo_"))
            .map(str::to_owned)
            .collect()
    };
    for word in words(&rules).into_iter().chain(words(&text)) {
        // A series alone, with a label, or the histogram that buckets are of.
        let is = |name: &str| match name.strip_prefix(&word) {
            Some(rest) => rest.is_empty() || rest.starts_with('{') || rest.starts_with("_bucket{"),
            None => false,
        };
        // Those of a node of a cluster, which this one is not, are in the document.
        let is_of_cluster = document.contains(&format!("| `{word}` |"));
        assert!(names.names().any(is) || is_of_cluster, "there is no {word}");
    }
    for rule in evaluated_rules(&prometheus).await {
        assert_eq!(rule["health"], "ok", "{rule}");
        assert_eq!(
            rule["state"], "inactive",
            "an idle server sets no alarm off: {rule}"
        );
    }
    server.terminate().await;
}

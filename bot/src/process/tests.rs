//! Unit tests of `process`.

use super::*;

fn shell(script: &str) -> Process {
    let words = ["sh", "-c", script].map(str::to_owned);
    Process::start(&words).unwrap()
}

#[tokio::test]
async fn lines_reach_the_program_and_its_lines_are_read() {
    let mut cat = shell("cat");
    cat.tell(&["one"]).unwrap();
    cat.tell(&["\"\u{202e}\ntwo\"", "three"]).unwrap();
    assert_eq!(cat.next().await, ProcessOutput::Line("one".to_owned()));
    let two = r#""\u202e two""#.to_owned();
    assert_eq!(cat.next().await, ProcessOutput::Line(two), "harmless");
    assert_eq!(cat.next().await, ProcessOutput::Line("three".to_owned()));
    assert_eq!(cat.dismiss().await.status, Some(0), "its input ended");
}

#[tokio::test]
async fn a_line_without_end_is_bounded() {
    let mut endless = shell("yes | tr -d '\\n'");
    assert_eq!(endless.next().await, ProcessOutput::TooLong);
    endless.end().await;
}

#[tokio::test]
async fn a_program_that_does_not_read_is_detected() {
    let program = shell("exec sleep 1000");
    let long = "x".repeat(64 << 10);
    let mut told = (0..100).map(|_| program.tell(&[&long]));
    assert!(told.any(|told| told.is_err()));
    assert_eq!(program.end().await.status, Some(128 + 9));
}

#[tokio::test]
async fn the_last_error_lines_and_the_exit_status_are_known() {
    let mut program = shell("echo last words >&2; exit 3");
    let mut errors = Vec::new();
    loop {
        match program.next().await {
            ProcessOutput::End => break,
            ProcessOutput::Error(line) => errors.push(line),
            said => panic!("{said:?}"),
        }
    }
    let exit = program.end().await;
    errors.extend(exit.errors);
    assert_eq!(exit.status, Some(3));
    assert_eq!(errors, ["last words"]);
}

#[tokio::test]
async fn child_processes_end_with_the_program() {
    let mut program = shell("sleep 1000 & echo $!; wait");
    let ProcessOutput::Line(id) = program.next().await else {
        panic!("no line")
    };
    let child = format!("/proc/{id}/stat");
    assert!(std::fs::exists(&child).unwrap());
    drop(program);
    let gone = |stat: Result<String, _>| stat.map_or(true, |stat| stat.contains(") Z "));
    let gone = async {
        while !gone(std::fs::read_to_string(&child)) {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(30), gone).await.unwrap();
}

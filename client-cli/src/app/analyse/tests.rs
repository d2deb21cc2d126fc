//! Unit tests of `analyse`.

use super::*;
use game::Mark;

#[test]
fn an_analysis_is_a_line_of_json() {
    let position = AnalysedPosition {
        board: Board::new(Rules::CLASSIC),
        opens: Opens::X,
    };
    let found = |score, line| AnalysedMove { score, line };
    let known = Analysis {
        depth: 4,
        nodes: 10,
        moves: vec![
            found(MoveScore::Proved(Value::Wins(Mark::X), Some(5)), vec![4, 0]),
            found(MoveScore::Likely(Mark::O, 6), vec![1]),
            found(MoveScore::Estimate(-3), vec![2]),
            found(MoveScore::Proved(Value::Draw, None), vec![3]),
        ],
        complete: false,
    };
    let wanted = concat!(
        r#"{"depth":4,"nodes":10,"ms":1500,"moves":["#,
        r#"{"move":"b2","value":"first","distance":5,"exact":true,"points":null,"line":["b2","a3"]},"#,
        r#"{"move":"b3","value":"second","distance":6,"exact":false,"points":null,"line":["b3"]},"#,
        r#"{"move":"c3","value":null,"distance":null,"exact":false,"points":-3,"line":["c3"]},"#,
        r#"{"move":"a2","value":"draw","distance":null,"exact":true,"points":null,"line":["a2"]}"#,
        r#"],"final":true}"#
    );
    let said = output(&position, &known, Duration::from_millis(1_500), true);
    assert_eq!(serde_json::to_string(&said).unwrap(), wanted);
}

#[test]
fn an_analysis_without_limits_ends_after_ten_seconds_outside_the_screen() {
    let text = Catalogue::for_language("en");
    let read = |typed: &[&str], screen| {
        let typed = ["oxo", "analyse"].iter().chain(typed).map(Into::into);
        let Some(cli::CliCommand::Analyse(args)) = cli::read(&text, typed).unwrap().command else {
            panic!("another command");
        };
        limits(&text, &args, screen)
    };
    let time = |typed: &[&str], screen| read(typed, screen).unwrap().time;
    assert_eq!(time(&[], false), Some(USUAL_TIME));
    assert_eq!(time(&[], true), None);
    assert_eq!(time(&["--nodes", "9"], false), None);
    let typed = ["--time", "1m", "--nodes", "9"];
    assert_eq!(time(&typed, true), Some(Duration::from_secs(60)));
    assert_eq!(read(&[], true).unwrap().best, 3);
    assert_eq!(read(&["--best", "19"], true).unwrap().best, 19);
    let said = read(&["--best", "0"], true).unwrap_err();
    assert_eq!(
        said,
        "0 is not a value of best. Use a whole number from 1 to 361."
    );
}

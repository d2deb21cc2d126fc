use super::*;

#[tokio::test]
async fn an_instant_that_has_passed_is_late_and_the_ones_after_it_stay_where_they_were() {
    let mut pace = Pace::new(0.001, Duration::ZERO);
    let first = pace.next;
    pace.next -= pace.every * 2;
    assert!(!pace.due().await);
    assert_eq!(pace.next + pace.every, first);
    assert!(!pace.due().await);
    assert_eq!(pace.next, first);
}

//! Tests of `capacity`.

use super::*;

#[test]
fn capacity_is_as_asked_for_or_as_open_files_allow() {
    assert_eq!(Capacity::fit(10_000, None).connections, 10_000);
    assert_eq!(Capacity::fit(10_000, Some(20_000)).connections, 10_000);
    let small = Capacity::fit(10_000, Some(1_024));
    assert_eq!(
        small,
        Capacity {
            connections: 660,
            doorway: 120,
            visits: 120,
            refusals: 60
        }
    );
}

#[test]
fn all_sockets_together_leave_the_reserve() {
    for files in [200, 256, 1_024, 4_096, 65_536, 1_000_000] {
        let fit = Capacity::fit(u64::MAX, Some(files));
        let sockets = fit.connections + fit.doorway + fit.visits + fit.refusals;
        assert!(fit.connections > 0, "{files}: {fit:?}");
        assert_eq!(sockets, files - RESERVED_FILES, "{files}: {fit:?}");
    }
}

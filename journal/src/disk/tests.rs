//! Meaning of each error number for each operation.

use super::*;

const ENOENT: i32 = 2;
const EINTR: i32 = 4;
const EIO: i32 = 5;
const EBADF: i32 = 9;
const EAGAIN: i32 = 11;
const ENOMEM: i32 = 12;
const EACCES: i32 = 13;
const EPERM: i32 = 1;
const EBUSY: i32 = 16;
const ENFILE: i32 = 23;
const EMFILE: i32 = 24;
const EFBIG: i32 = 27;
const ENOSPC: i32 = 28;
const EROFS: i32 = 30;
const EDQUOT: i32 = 122;

const PASSING: [(i32, Obstacle); 12] = [
    (ENOSPC, Obstacle::DiskFull),
    (EDQUOT, Obstacle::Quota),
    (EFBIG, Obstacle::FileSize),
    (EROFS, Obstacle::ReadOnly),
    (EACCES, Obstacle::Denied),
    (EPERM, Obstacle::Denied),
    (EMFILE, Obstacle::OpenFiles),
    (ENFILE, Obstacle::OpenFiles),
    (ENOMEM, Obstacle::Memory),
    (EBUSY, Obstacle::Busy),
    (EAGAIN, Obstacle::Busy),
    (EINTR, Obstacle::Busy),
];
const BROKEN: [i32; 3] = [EIO, EBADF, ENOENT];

fn met(operation: DiskOperation, errno: i32) -> DiskFault {
    classify(operation, &io::Error::from_raw_os_error(errno))
}

#[cfg(target_os = "linux")]
#[test]
fn obstacles_are_temporary_faults_and_damage_is_permanent() {
    for (errno, obstacle) in PASSING {
        let fault = met(DiskOperation::Other, errno);
        assert_eq!(fault, DiskFault::Passing(obstacle), "{errno}");
    }
    for errno in BROKEN {
        assert_eq!(
            met(DiskOperation::Other, errno),
            DiskFault::Broken,
            "{errno}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_sync_never_passes_whatever_the_system_says() {
    let passing = PASSING.map(|(errno, _)| errno);
    for errno in passing.into_iter().chain(BROKEN) {
        assert_eq!(met(DiskOperation::Sync, errno), DiskFault::Unsynced);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn reading_fails_for_good_unless_somebody_has_the_file_or_the_memory() {
    for (errno, obstacle) in PASSING {
        let passes = matches!(obstacle, Obstacle::Memory | Obstacle::Busy);
        let expected = match passes {
            true => DiskFault::Passing(obstacle),
            false => DiskFault::Broken,
        };
        assert_eq!(met(DiskOperation::Read, errno), expected, "{errno}");
    }
}

#[test]
fn every_obstacle_has_a_name_a_cause_and_a_remedy_of_its_own() {
    let all = Obstacle::ALL;
    for said in [Obstacle::name, cause, remedy] {
        let distinct: std::collections::HashSet<_> = all.iter().map(|it| said(*it)).collect();
        assert_eq!(distinct.len(), all.len());
    }
}

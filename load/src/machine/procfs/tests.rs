use super::*;

#[test]
fn ticks_are_found_behind_a_name_that_looks_like_fields() {
    let stat = "4242 (a) b (c) S 1 4242 4242 0 -1 4194560 900 0 0 0 \
                317 83 5 6 20 0 3 0 100 1000 50 18446744073709551615 1 1";
    assert_eq!(cpu_ticks(stat), Some(400));
    assert_eq!(cpu_ticks("4242 (short) S 1"), None);
    assert_eq!(thread_name(stat), Some("a) b (c"));
}

#[test]
fn resident_memory_is_read_in_kib() {
    let status = "Name:\toxo-server\nVmHWM:\t   9000 kB\nVmRSS:\t    7412 kB\nThreads:\t3\n";
    assert_eq!(vm_rss(status), Some(7412));
    assert_eq!(vm_rss("Name:\tx\n"), None);
}

#[test]
fn this_process_has_used_memory() {
    assert!(resident_kib(std::process::id()).unwrap() > 0);
    assert!(cpu_of(std::process::id()).is_ok());
    let named = cpu_of_threads(std::process::id(), "nobody's name");
    assert_eq!(named.ok(), Some(Duration::ZERO));
    assert!(open_files_limit().is_some());
}

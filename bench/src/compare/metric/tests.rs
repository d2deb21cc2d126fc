use super::*;

#[test]
fn cpu_time_is_compared_in_messages_of_the_probe_and_nothing_else_is() {
    let read = |metric, probe_ns| Reading {
        metric,
        value: 12.0,
        probe_ns,
    };
    let scaled = |metric, probe_ns| read(metric, probe_ns).scaled();
    assert_eq!(scaled(Metric::CpuPerCommand, Some(4_000.0)), Some(3.0));
    assert_eq!(scaled(Metric::CpuPerCommand, None), None);
    assert_eq!(scaled(Metric::LatencyP50, Some(4_000.0)), Some(12.0));
    assert_eq!(scaled(Metric::KibIdle, None), Some(12.0));
}

use super::*;
use crate::machine::cores::Cores;

#[test]
fn the_median_covers_the_samples_since_the_mark() {
    let probe = CoreProbe {
        samples: Arc::default(),
    };
    assert_eq!(probe.median_ns(0), None);
    lock(&probe.samples).extend([900, 10, 30, 20]);
    assert_eq!(probe.median_ns(1), Some(20.0));
    assert_eq!(probe.median_ns(4), None);
}

#[test]
fn a_row_of_probe_messages_takes_cpu_time_and_the_probe_ends() {
    let mut ends = loopback().unwrap();
    assert!(row(&mut ends).unwrap() > Duration::ZERO);
    if let Some(cores) = Cores::choose() {
        drop(CoreProbe::start(cores.subject).unwrap());
    }
}

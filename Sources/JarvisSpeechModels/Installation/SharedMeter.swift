// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the progress of an installation step, from several threads.

import JarvisCore
import JarvisPlatform
import Synchronization

/// A `TransferMeter` that any thread may update.
final class SharedMeter: Sendable {
    private let meter: Mutex<TransferMeter>
    private let report: @Sendable (ModelProgress) -> Void

    init(_ step: ModelStep, report: @escaping @Sendable (ModelProgress) -> Void) {
        meter = Mutex(TransferMeter(step))
        self.report = report
    }

    func note(_ bytes: Int, of total: Int?) {
        let seconds = MonotonicTime.seconds()
        if let due = meter.withLock({ $0.note(bytes, of: total, at: seconds) }) { report(due) }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the cost of drawing on this machine, for `jarvis doctor`.

import JarvisPlatform

extension OffscreenRenderer {
    /// Milliseconds per picture of the speaking face in a window of 1000 × 700: the median of 15 after a warm-up. A
    /// real window draws less, because it keeps the parts that have not changed.
    public func measuredMilliseconds() throws(GLRendererError) -> Double {
        let bands = (0..<64).map { Float($0 % 8) / 8 }
        let frame = SceneStill(
            phase: .speaking, time: 1, level: 0.7, spectrum: bands, size: SceneSize(width: 1000, height: 700)
        ).frame()
        var times: [Int64] = []
        for _ in 0..<20 {
            let start = MonotonicTime.nanoseconds()
            _ = try image(frame)
            times.append(MonotonicTime.nanoseconds() - start)
        }
        return Double(times.dropFirst(5).sorted()[7]) / 1_000_000
    }
}

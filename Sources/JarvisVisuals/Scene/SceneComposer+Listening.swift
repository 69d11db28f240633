// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the face while it listens: the rings of the armed microphone, the waves of a recording, the held double ring.

extension SceneComposer {
    /// Adds three green rings that breathe around the orb, each half a second after the previous one.
    mutating func addArmedRings() {
        guard weights.armed > 0 else { return }
        for (index, strength) in SceneMetrics.armedRingStrengths.enumerated() {
            add(
                .ring(
                    radius: armedRingRadius(index), width: 2,
                    ArcLight(color: alarmed(palette.armed), gain: strength, glow: strength * 0.8, feather: 14)),
                weight: weights.armed)
        }
    }

    /// The radius of a ring: 30, 60 or 90 px outside the disc, scaled, each half a second after the previous one.
    func armedRingRadius(_ index: Int) -> Double {
        let delayed = time - SceneMetrics.armedStagger * Double(index)
        return (SceneMetrics.discRadius + SceneMetrics.armedRingOffsets[index]) * armedScale(delayed)
    }

    /// The rings' scale: 0.8 → 1.2 in 2 s and back, ease-in-out; less once the scene has calmed down.
    private func armedScale(_ time: Double) -> Double {
        guard moves else { return 1 }
        let scales = SceneMetrics.armedScales
        let swing = Periodic.swell(time, period: 2 * SceneMetrics.armedPeriod)
        let scale = scales.low + (scales.high - scales.low) * swing
        return 1 + (scale - 1) * (1 - SceneMetrics.calmBreath * input.calm)
    }

    /// Adds rings that leave the orb: three, four or five depending on loudness, growing from 1 to 1.5 while they fade.
    /// They start on the solid ring, whose light hides their sudden appearance.
    mutating func addRecordingWaves() {
        guard taking > 0 else { return }
        for wave in 0..<SceneMetrics.mostWaves {
            let strength = waveStrength(wave)
            let progress = waveProgress(wave)
            let scale = 1 + SceneMetrics.waveScale * progress
            add(
                .ring(
                    radius: SceneMetrics.ringRadius * scale, width: SceneMetrics.ringWidth,
                    ArcLight(
                        color: stateColor, gain: 1 - progress,
                        glow: 4 * progress * (1 - progress) * (0.16 + 0.16 * level), feather: 12)),
                weight: taking * strength)
        }
    }

    /// The progress of a wave from the orb outwards, 0…1.
    func waveProgress(_ wave: Int) -> Double {
        let starts = [0, 1.0 / 3, 2.0 / 3, 1.0 / 6, 0.5]
        guard moves else { return 0.1 + starts[wave] * 0.9 }
        return Periodic.phase(time + starts[wave] * SceneMetrics.wavePeriod, period: SceneMetrics.wavePeriod)
    }

    /// The strength of a wave, 0…1; the fourth and fifth wave appear with loudness.
    func waveStrength(_ wave: Int) -> Double {
        guard wave >= SceneMetrics.fewestWaves else { return 1 }
        let threshold = wave == SceneMetrics.fewestWaves ? 0.3 : 0.6
        return Easing.step(threshold, threshold + 0.2, level)
    }

    /// Adds the dashed ring round the solid one; it turns once in ten seconds.
    mutating func addHeldRings() {
        guard weights.held > 0 else { return }
        let light = ArcLight(color: alarmed(palette.held), gain: 0.85, glow: 0.16, feather: 8)
        for dash in 0..<SceneMetrics.dashCount {
            let start = (moves ? input.dashTurn : 0) + Double(dash) / Double(SceneMetrics.dashCount)
            add(
                .sector(
                    from: start, to: start + SceneMetrics.dashShare / Double(SceneMetrics.dashCount),
                    inner: SceneMetrics.dashedRing - SceneMetrics.dashWidth / 2,
                    outer: SceneMetrics.dashedRing + SceneMetrics.dashWidth / 2, light),
                weight: weights.held)
        }
    }
}

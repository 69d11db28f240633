// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: reports for each part of JARVIS whether it works, and how to fix it.

import ArgumentParser
import GtkKit
import JarvisCommands
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform
import JarvisSynthesis
import JarvisVisuals

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check everything and say how to fix what doesn't work.")
    @OptionGroup var output: JSONOption
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let findings = try Diagnosis(Composition(global)).findings()
        if output.json {
            let list = findings.map { finding in
                JSONValue.object([
                    "part": .text(finding.part), "works": .flag(finding.works), "detail": .text(finding.detail),
                    "fix": finding.fix.map(JSONValue.text) ?? .null,
                ])
            }
            try Console.json(.object(["works": .flag(findings.allSatisfy(\.works)), "parts": .array(list)]))
        } else {
            for finding in findings {
                try Console.say("\(finding.works ? "ok  " : "FAIL") \(finding.part): \(finding.detail)")
                if let fix = finding.fix { try Console.say("     \(fix)") }
            }
        }
        guard findings.allSatisfy(\.works) else { throw ExitCode(1) }
    }
}

/// The result of checking one part of JARVIS.
struct Finding: Sendable {
    var part: String
    var works: Bool
    var detail: String
    /// How to fix the part; nil if it works.
    var fix: String?

    static func ok(_ part: String, _ detail: String) -> Finding {
        Finding(part: part, works: true, detail: detail, fix: nil)
    }

    static func failed(_ part: String, _ detail: String, fix: String) -> Finding {
        Finding(part: part, works: false, detail: detail, fix: fix)
    }
}

/// Checks every part of JARVIS.
struct Diagnosis {
    let composition: Composition

    init(_ composition: Composition) {
        self.composition = composition
    }

    func findings() -> [Finding] {
        let display = display()
        let look = (display.works ? [look()] : []) + notifications()
        return [display, graphics(), files(), icons()] + look + sound() + [
            voices(), recognizer(), speechModel(), soundFiles(),
        ]
            + servers()
            + languageModel() + [
                store(), settings(), understanding(), lists(), calendars(), dictionary(),
            ]
    }

    private func display() -> Finding {
        let works = MainActor.assumeIsolated { DesktopApplication.openDisplay() }
        if works {
            let name = Environment.value("WAYLAND_DISPLAY") ?? Environment.value("DISPLAY") ?? "unnamed"
            return .ok("display", "display \(name) is available")
        }
        return .failed(
            "display", "no display is available",
            fix: composition.resources.isSourceTree
                ? "Start JARVIS in a graphical session, or try scripts/virtual-desktop."
                : "Start JARVIS in a graphical session.")
    }

    private func graphics() -> Finding {
        let choice = SceneBackendChoice.diagnosed(.automatic).choice
        let toolkit = Environment.value("GSK_RENDERER").map { "; GTK uses \($0)" } ?? ""
        return .ok("graphics", "\(choice.backend.rawValue): \(choice.reason)\(toolkit)\(pace(choice.backend))")
    }

    /// How long drawing a picture takes, as text; empty if that can't be measured.
    private func pace(_ backend: SceneBackend) -> String {
        guard let source = try? ShaderSource(locator: composition.resources),
            let renderer = try? OffscreenRenderer(kind: backend == .openGL ? .openGL : .software, source: source),
            let milliseconds = try? renderer.measuredMilliseconds()
        else { return "" }
        let rate = min(60, Int(1_000 / max(milliseconds, 0.001)))
        return
            "; a 1000 × 700 picture takes \((milliseconds * 10).rounded() / 10) ms, enough for "
            + "\(rate) frames per second"
    }

    private func files() -> Finding {
        let wanted = DesktopApplication.resources
        let missing = wanted.filter { composition.resources.path($0) == nil }
        guard missing.isEmpty else {
            return .failed(
                "files", "not found: \(missing.joined(separator: ", "))",
                fix: "\(reinstallation), or point JARVIS_RESOURCES at a folder that has them.")
        }
        return .ok("files", "style sheets, icons and shaders are in place")
    }

    /// The advice to install the program again, by the means of the place where it is.
    var reinstallation: String {
        composition.resources.isSourceTree ? "Install JARVIS with scripts/install" : "Reinstall JARVIS"
    }

    /// Checks that the toolkit can draw our icons, by one of them: it loads them by a library that it doesn't need.
    private func icons() -> Finding {
        guard
            let icon = composition.resources.path("data/icons/hicolor/scalable/actions/jarvis-microphone-symbolic.svg")
        else { return .failed("icons", "not found", fix: reinstallation + ".") }
        guard PictureFile.isReadable(icon) else {
            return .failed(
                "icons", "GTK can't draw symbolic icons and shows broken images instead",
                fix: "Install the package librsvg2-common, or your distribution's SVG loader for gdk-pixbuf.")
        }
        return .ok("icons", "symbolic icons can be drawn")
    }

    private func look() -> Finding {
        let settings = composition.settings.current
        return .ok("look", MainActor.assumeIsolated { AppearanceReport.describe(settings) })
    }

    private func sound() -> [Finding] {
        let listing = composition.devices()
        do {
            let devices = try runBlocking { try await listing.devices() }
            return [
                .ok("sound server", "answers with \(devices.count) devices"),
                device(.input, "microphone", devices), device(.output, "speakers", devices),
            ]
        } catch {
            let advice = commandAdvice(for: error) ?? "\(error)"
            return [.failed("sound server", "isn't responding", fix: advice)]
        }
    }

    private func device(_ direction: AudioDevice.Direction, _ part: String, _ devices: [AudioDevice]) -> Finding {
        let placeholder = devices.first { $0.direction == direction && $0.isPlaceholder }
        let own = devices.filter { $0.direction == direction && !$0.isMonitor && !$0.isPlaceholder }
        let settings = composition.settings.current
        let wanted = direction == .input ? settings.inputDevice : settings.outputDevice
        if let wanted, !own.contains(where: { $0.id == wanted }) {
            return .failed(
                part, "\(wanted) isn't connected", fix: commandAdvice(for: AudioFailure.deviceMissing(wanted)) ?? "")
        }
        guard let first = own.first(where: { $0.id == wanted }) ?? own.first(where: \.isDefault) ?? own.first else {
            let detail = placeholder.map { "none found; sound goes to \"\($0.name)\"" } ?? "none found"
            return .failed(part, detail, fix: commandAdvice(for: AudioFailure.noDevice(direction)) ?? "")
        }
        return .ok(part, first.name)
    }

    private func voices() -> Finding {
        let synthesizer = composition.synthesizer
        let chosen = composition.settings.current.voice
        do {
            let voices = try runBlocking { try await synthesizer.voices() }
            guard voices.contains(where: { $0.id == chosen }) else {
                var lack = SynthesisFailure.voiceMissing(chosen)
                // A voice that is installed but damaged reports that itself.
                if NaturalVoice.isName(chosen) {
                    do { _ = try composition.naturalVoices.voice(chosen) } catch { lack = error }
                }
                if lack == .voiceMissing(Voice.standard) {
                    return .ok("voices", "\(voices.count) installed, \(Voice.basic) speaks")
                }
                return .failed("voices", "\(voices.count) installed", fix: commandAdvice(for: lack) ?? "")
            }
            return .ok("voices", "\(voices.count) installed, \(chosen) chosen")
        } catch {
            let advice = commandAdvice(for: error) ?? "\(error)"
            return .failed("voices", "speech output doesn't work", fix: advice)
        }
    }

    private func recognizer() -> Finding {
        let recognizer = composition.embeddedRecognizer
        do {
            _ = try runBlocking {
                try await recognizer.transcribe(samples: [Int16](repeating: 0, count: AudioFrame.sampleRateHertz))
            }
            return .ok("recognizer", "\(recognizer.name) has loaded its model")
        } catch {
            let advice = commandAdvice(for: error) ?? "\(error)"
            return .failed("recognizer", "no model", fix: advice)
        }
    }

    private func store() -> Finding {
        let history = composition.history
        let path = composition.directories.data
        do {
            let report = try runBlocking { await history.report() }
            if let failure = report.writeFailure {
                return .failed("store", "\(path) can't be written", fix: failure.advice)
            }
            if report.damagedLineCount > 0 {
                return .ok("store", "\(path); \(report.damagedLineCount) damaged lines were set aside")
            }
            return .ok("store", path)
        } catch {
            return .failed("store", path, fix: "\(error)")
        }
    }

    private func settings() -> Finding {
        let notices = composition.settings.notices
        guard notices.isEmpty else {
            return .failed(
                "settings", notices.map(\.commandAdvice).joined(separator: " "),
                fix: "\"jarvis config set\" writes a valid file.")
        }
        return .ok("settings", composition.directories.configuration)
    }
}

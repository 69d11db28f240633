// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the service: the session, and the window, for which GTK is started only on request. Runs on the main actor.

import GioKit
import JarvisAssistant
import JarvisCommands
import JarvisCore
public import JarvisDesktop
import JarvisPlatform
public import JarvisService
import JarvisDesktopControl

enum ServiceProgram {
    /// Runs the service until it is told to end.
    /// - Parameter widget: A widget to open at once; nil for none.
    /// - Throws: `ServiceFailure` if there is no session bus, or if another instance has the name.
    @MainActor
    static func run(
        _ composition: Composition, display: DisplayState, endsWhenIdle: Bool, widget: WidgetSize? = nil
    ) throws {
        BackgroundText.prepare(composition.resources)
        let introspection = try ServiceInterface.introspection(composition.resources)
        let session = composition.session()
        let window = LateWindow(display) { options in
            var options = options
            options.measuresFrames = !(composition.log is NoEventLog)
            return DesktopProgram.application(
                composition, session, onboarding: composition.onboarding(isShown: true), options: options)
        }
        let host = ServiceHost(
            session, window: window,
            words: BackgroundWords(
                listening: BackgroundText.listening, waiting: BackgroundText.waiting, stop: BackgroundText.stop,
                calls: CallWords(
                    active: BackgroundText.inCall, held: BackgroundText.onHold, end: BackgroundText.end,
                    hold: BackgroundText.hold, resume: BackgroundText.resume), rings: BackgroundText.rings,
                taken: { ServiceNotification.nameTaken(by: $0) },
                ringing: { BackgroundText.ringing($0) }),
            shellWords: ShellText.words(composition.resources),
            memory: NotificationFile(path: composition.noticesPath),
            tellOfStranger: { Console.note("jarvis: \($0)") }, endsWhenIdle: endsWhenIdle)
        composition.windowControl.attach(
            session.assistant, open: { action in (try? window.open(action: action)) != nil }, end: { host.end() })
        let signals = TerminationSignals { host.end() }
        defer { withExtendedLifetime(signals) {} }
        var failure: (any Error)?
        MainLoop.run {
            do {
                try await host.begin(
                    on: { () async throws(BusFailure) in try await BusConnection.open(.session) },
                    composition.servicePorts(session), introspection: introspection)
                composition.log.record("service", ["isOn": .flag(true)])
                if let widget { try window.show(action: widget.action) }
                await host.run()
            } catch {
                failure = error
                await host.finish()
            }
        }
        if let failure { throw failure }
    }
}

extension ServiceNotification {
    /// Builds the notification that another program owns JARVIS's bus name.
    static func nameTaken(by program: String) -> ServiceNotification {
        ServiceNotification(
            title: BackgroundText.nameTaken, body: BackgroundText.takenName(by: program), category: "device")
    }
}

extension LateWindow: ServiceWindow {
    public func show(action: String?) throws {
        do { try open(action: action) } catch .noDisplay { throw BusError.noDisplay } catch {
            throw BusError.failed("The window can't be opened.")
        }
    }
}

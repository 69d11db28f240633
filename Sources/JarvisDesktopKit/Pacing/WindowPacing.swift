// SPDX-License-Identifier: GPL-3.0-or-later
// Paces the main window: combines the inputs of the frame rate, lowers the quality before frames are late, and logs
// rate and quality.

import GioKit
package import GtkKit
package import JarvisConversation
package import JarvisCore

@MainActor
package final class WindowPacing {
    /// Draws a frame at this time. `isStill` asks for the final picture, after every fade and morph; `isAtRest` lets
    /// everything calm down.
    package var onFrame: (@MainActor (_ time: Double, _ isStill: Bool, _ isAtRest: Bool) -> Void)?
    /// Returns the milliseconds until a still picture is out of date; nil for never.
    package var untilStale: (@MainActor () -> Int?)?
    /// Called when the picture must use this quality from now on.
    package var onQuality: (@MainActor (FrameQuality) -> Void)?

    private let window: Window
    private let content: Widget
    private let log: any EventLog
    private let pacer: FramePacer
    private let probe: LoopProbe?
    private let slowTurns: SlowTurns?
    private var demand = FrameDemand()
    private var attention = Attention()
    private var governor = QualityGovernor()
    private var statistics = FrameStatistics()
    private var clock: FrameClock?
    private var frameBegin: Double?
    private var reported = 0.0
    /// The main thread's processor time at the last report, in seconds.
    private var processor = 0.0
    private var recencyTimer: LoopTimer?
    private var staleTimer: LoopTimer?
    private var idle: IdleCall?
    private var idleSince = 0.0
    private var isLocked = false

    /// - Parameters:
    ///   - content: the drawn content; needs no frames while unmapped.
    ///   - measures: true writes frame statistics to the log.
    package init(_ window: Window, content: Widget, log: any EventLog, measures: Bool) {
        self.window = window
        self.content = content
        self.log = log
        pacer = FramePacer(content)
        probe = measures ? LoopProbe() : nil
        slowTurns = measures ? SlowTurns(log: log) : nil
        pacer.onFrame = { [weak self] in self?.present(at: $0, isStill: false) }
        probe?.onDelay = { [weak self] in self?.statistics.addDelay($0) }
        probe?.onWait = { [weak self] in self?.statistics.addWait($0) }
        window.onActiveChange { [weak self] in self?.touch() }
        content.connect("map", after: true) { [weak self] _ in self?.change() }
        content.connect("unmap", after: true) { [weak self] _ in self?.update() }
        window.connect("realize", after: true) { [weak self] _ in self?.realized() }
        window.connect("unrealize") { [weak self] _ in self?.clock = nil }
    }

    /// True if the clock can show seconds.
    package var showsSeconds: Bool { demand.showsSeconds }

    /// Ends all frames. Call before the window closes.
    package func close() {
        recencyTimer = nil
        staleTimer = nil
        untilStale = nil
        idle = nil
        probe?.isRunning = false
        clock = nil
        pacer.apply(.none)
    }

    /// Sets the conversation's phase.
    package func show(_ phase: ConversationPhase) {
        guard phase != demand.phase else { return }
        report()
        demand.phase = phase
        slowTurns?.phase = phase
    }

    package func apply(_ motion: MotionAllowance, _ desktop: DesktopState) {
        demand.motion = motion
        demand.isPowerSaving = desktop.isPowerSaving
        isLocked = desktop.isLocked
    }

    /// Draws every frame for a moment, because something changes its shape.
    package func change() { follow(attention.change()) }

    /// Counts a state that is being drawn.
    package func countUpdate() { statistics.addUpdate() }

    /// Draws often for a few seconds, because the user is likely to look.
    package func touch() { follow(attention.touch()) }

    /// Reports that the open microphone hears a voice: the user is about to look.
    package func hearVoice() {
        if demand.phase.isListening { touch() }
    }

    /// Reports that the pointer moves over the window.
    package func look() {
        if attention.look() { follow(true) }
    }

    private func follow(_ startsAgain: Bool) {
        demand.recency = attention.recency
        if startsAgain {
            recencyTimer = attention.milliseconds.map { wait in
                .once(milliseconds: wait) { [weak self] in
                    guard let self else { return }
                    follow(attention.fade())
                }
            }
        }
        update()
    }

    private func present(at time: Double, isStill: Bool) { onFrame?(time, isStill, demand.isAtRest) }

    /// Reads the inputs that the window itself provides, and applies the rate.
    package func update() {
        demand.isVisible = content.isMapped && !window.isMinimized && !isLocked
        demand.isFocused = window.isActive
        demand.quality = governor.quality
        redraw()
        guard demand.rate != pacer.rate else { return }
        report()
        statistics.restart()
        processor = LoopWatch.processorSeconds
        pacer.apply(demand.rate)
        probe?.isRunning = pacer.rate != .none
        log.record("pace", ["rate": .text(pacer.rate.name)])
    }

    /// Draws once if no other frame is coming, and again when that picture is out of date.
    package func redraw() {
        guard demand.isVisible, demand.rate == .none else { return staleTimer = nil }
        present(at: FramePacer.now, isStill: demand.motion == .none)
        staleTimer = demand.renewal(untilStale?()).map { wait in
            .once(milliseconds: wait) { [weak self] in self?.redraw() }
        }
    }

    private func realized() {
        window.onStateChange { [weak self] in self?.update() }
        clock = FrameClock(of: window) { [weak self] in
            self?.frameBegin = FramePacer.now
            self?.slowTurns?.frameBegins()
        } end: { [weak self] in
            self?.slowTurns?.frameEnds()
            self?.frameEnded()
        } stage: { [weak self] in
            self?.slowTurns?.enter($0)
        }
    }

    private func frameEnded() {
        guard let begin = frameBegin, pacer.rate != .none else { return }
        frameBegin = nil
        let now = FramePacer.now
        apply(governor.add(milliseconds: (now - begin) * 1000, at: now))
        watchOthers(now, work: now - begin)
        guard probe != nil else { return }
        statistics.addFrame(at: now, work: now - begin)
        if now - reported > DesignTokens.Frames.reportSeconds { report() }
    }

    private func apply(_ step: QualityGovernor.Step?) {
        guard let step else { return }
        log.record("quality", ["level": .text(step.quality.name), "reason": .text(step.reason)])
        onQuality?(step.quality)
        update()
    }

    /// Checks after a long frame that other work still gets a turn. Frames that take longer than a tick follow each
    /// other without a pause, and answers to assistive technology come after frames.
    private func watchOthers(_ now: Double, work: Double) {
        guard let idle, idle.isPending else {
            guard work > DesignTokens.Frames.tooLong / 1000 else { return }
            idleSince = now
            idle = IdleCall {}
            return
        }
        guard now - idleSince > DesignTokens.Frames.longestWaitSeconds else { return }
        apply(governor.starve(seconds: now - idleSince, at: now))
        idleSince = now
    }

    /// Logs the frame statistics since the last report.
    private func report() {
        guard probe != nil else { return }
        reported = FramePacer.now
        let used = LoopWatch.processorSeconds - processor
        processor += used
        guard let summary = statistics.summary() else { return }
        var fields = summary.mapValues { LogValue.number($0) }
        fields["processorMs"] = .number((used * 1000).rounded())
        fields["phase"] = .text(demand.phase.name)
        fields["rate"] = .text(pacer.rate.name)
        fields["quality"] = .text(governor.quality.name)
        log.record("frames", fields)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The window's presses, gestures, keys, menu and compact mode.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisConversation
import JarvisDesktopKit
import JarvisSettingsUI

extension MainWindow {
    func connect(_ gestures: MainAreaGestures) {
        screen.onPress = { [weak self] in self?.pressed($0) }
        gestures.onSwipe = { [weak self] in self?.pressed(.swipe($0)) }
        gestures.onScroll = { [weak self] outcome in
            switch outcome {
            case .history: self?.openPane(.history)
            case .zoom(let factor): self?.tuner.tuning.zoom(by: factor)
            }
        }
        tuner.onChange = { [weak self] in
            guard let self else { return }
            apply(services.settings.current)
        }
        for place in [screen.root, pill.root] { openMenu(bySecondaryClickOn: place) }
        menu.onChange = { [weak self] in self?.menuChanged($0) }
        offerActions()
        compact.onChange = { [weak self] in self?.compactChanged($0) }
        pill.onExpand = { [weak self] in self?.compact.leave() }
    }

    /// Follows the pointer, because the particles avoid it.
    func followPointer() {
        let hover = HoverController()
        hover.captures()
        hover.onMove { [weak self] x, y in
            guard let self else { return }
            let (width, height) = (Double(max(screen.root.width, 1)), Double(max(screen.root.height, 1)))
            screen.scene.follow(pointer: (2 * x / width - 1, 2 * y / height - 1))
            pacing.look()
        }
        hover.onLeave { [weak self] in self?.screen.scene.follow(pointer: (0, 0)) }
        screen.root.add(hover)
    }

    private func pressed(_ outcome: PressTracker.Outcome) {
        let assistant = services.assistant
        switch outcome {
        case .tap:
            doubleTap.tapped(in: assistant.state.phase)
            assistant.send(.microphoneTapped)
        case .doubleTap:
            let state = assistant.state
            for intent in doubleTap.doubled(in: state.phase, startedBy: state.turn.utterance.trigger) {
                assistant.send(intent)
            }
            openPane(.commands)
        case .holdBegan: assistant.send(.holdBegan)
        case .holdEnded: assistant.send(.holdEnded)
        case .swipe(.up): openPane(.history)
        case .swipe(.down): compact.enter()
        }
    }

    func handle(_ key: WindowKey) {
        let step = DesignTokens.Gesture.zoomStep
        switch key {
        case .escape: escape()
        case .snooze: services.assistant.send(.ringSnoozeRequested(nil, nil))
        case .talk: break
        case .menu: openMenu()
        case .larger: tuner.tuning.zoom(by: step)
        case .smaller: tuner.tuning.zoom(by: 1 / step)
        case .normal: tuner.tuning = VisualizerTuning()
        case .turnForward: tuner.tuning.turn(by: DesignTokens.Gesture.hueStep)
        case .turnBack: tuner.tuning.turn(by: -DesignTokens.Gesture.hueStep)
        }
    }

    private func escape() {
        guard !leavesCallByEscape() else { return }
        let meaning = EscapeMeaning(
            state.phase, hasConsent: consent.isShown, hasMenu: menu.isOpen, hasSheet: quick.isShown,
            hasPane: panes.openPane != nil,
            isRinging: !state.ringing.isEmpty, hasBanner: state.banner != nil,
            isCompact: compact.isOn)
        switch meaning {
        case .deny: consent.deny()
        case .closeMenu: menu.close()
        case .closeSheet: quick.close()
        case .cancel: services.assistant.send(.cancelRequested)
        case .closePane: panes.goBack()
        case .dismissBanner: if let banner = state.banner { services.assistant.send(.bannerDismissed(banner.id)) }
        case .leaveCompact: compact.leave()
        }
    }

    private func openMenu(bySecondaryClickOn place: Widget) {
        let click = ClickGesture(button: 3)
        // Captures the click before the window handle, which would show the window manager's menu.
        click.captures()
        click.onPress { [weak self, weak click, weak place] _, x, y in
            guard let self, let place else { return }
            click?.claim()
            openMenu(beside: place, at: (x, y))
        }
        place.add(click)
        menuClicks.append(click)
    }

    /// Offers everything that has a key to assistive technology, which can press neither keys nor the right button.
    private func offerActions() {
        window.offer(
            [WidgetAction("menu") { [weak self] in self?.openMenu() }]
                + ShortcutAction.allCases.map { action in
                    WidgetAction(action.rawValue) { [weak self] in
                        self?.window.activate(action: "app.\(action.rawValue)")
                    }
                })
    }

    /// What has the keyboard focus, or had it before the menu opened.
    var focusOutsideMenu: Widget? { menu.isOpen ? focusBeforeMenu : window.focusWidget }

    private func menuChanged(_ isOpen: Bool) {
        services.log.record("menu", ["isOpen": .flag(isOpen)])
        guard !isOpen else { return screen.controls.microphone.leaveFocus() }
        let former = focusBeforeMenu
        focusBeforeMenu = nil
        // What the menu has opened takes the focus itself.
        guard panes.openPane == nil, !quick.isShown, !consent.isShown else { return }
        if former?.isMapped != true || former?.grabFocus() != true { screen.grabFocus() }
    }

    private func openMenu() {
        openMenu(beside: compact.isOn ? pill.root : screen.controls.microphone.root)
    }

    private func openMenu(beside anchor: Widget, at point: (x: Double, y: Double)? = nil) {
        if !menu.isOpen { focusBeforeMenu = window.focusWidget }
        menu.open(state, isCompact: compact.isOn, in: layers, beside: anchor, at: point)
    }
}

// Window sizes
extension MainWindow {
    /// True while the window is the pill.
    public var isCompact: Bool { compact.isOn }

    /// Shrinks the window to the pill or restores its size; current activity continues.
    public func toggleCompact() { if !consent.isShown { compact.toggle() } }

    /// - Returns: false if a question in the window must be answered first.
    func setShape(_ shape: WindowShape) -> Bool {
        guard !consent.isShown else { return false }
        if shape == .compact {
            compact.enter()
        } else {
            compact.leave()
            window.isFullScreen = shape == .fullScreen
        }
        return true
    }

    func toggleFullScreen() {
        compact.leave()
        window.isFullScreen.toggle()
    }

    private func compactChanged(_ isCompact: Bool) {
        services.log.record("compact", ["isOn": .flag(isCompact)])
        if isCompact {
            quick.dismiss()
            panes.close()
        }
        screen.root.isVisible = !isCompact
        pill.root.isVisible = isCompact
        if isCompact { pill.grabFocus() } else { screen.grabFocus() }
        pacing.update()
        updatePill()
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes gestures of mouse, touchpad and touch screen on the main area. Card, controls and panes keep their own
// events.

import GtkKit
import JarvisDesktopKit

@MainActor
final class MainAreaGestures {
    /// Called for a swipe on the touchpad.
    var onSwipe: (@MainActor (PressRecognizer.Direction) -> Void)?
    var onScroll: (@MainActor (ScrollRecognizer.Outcome) -> Void)?

    private let press: PressTracker
    private let tuner: VisualizerTuner
    private var scrolling = ScrollRecognizer()
    private var pinching = PinchRecognizer()
    private let pinch: PinchGesture
    private var origin = PressRecognizer.Point(x: 0, y: 0)

    init(on area: Widget, _ press: PressTracker, _ tuner: VisualizerTuner) {
        self.press = press
        self.tuner = tuner
        pinch = PinchGesture(on: area)
        followPresses(area)
        followPinches()
        let scroll = ScrollController()
        scroll.onScroll { [weak self] step in
            guard let self, let outcome = scrolling.scroll(step, at: step.seconds) else { return false }
            onScroll?(outcome)
            return true
        }
        area.add(scroll)
        let swipe = TouchpadSwipeGesture(fingers: DesignTokens.Gesture.touchpadFingers)
        swipe.onSwipe { [weak self] x, y in
            guard abs(y) > DesignTokens.Gesture.swipeSpeed, abs(y) > 1.5 * abs(x) else { return }
            self?.onSwipe?(y < 0 ? .up : .down)
        }
        area.add(swipe)
    }

    private func followPresses(_ area: Widget) {
        let drag = DragGesture()
        drag.onBegin { [weak self] x, y in
            guard let self else { return }
            origin = PressRecognizer.Point(x: x, y: y)
            press.begin(at: origin)
        }
        drag.onMove { [weak self] x, y in
            guard let self else { return }
            press.move(to: PressRecognizer.Point(x: origin.x + x, y: origin.y + y))
        }
        drag.onEnd { [weak press] isAnotherFingerDown in
            if isAnotherFingerDown { press?.cancel() } else { press?.end() }
        }
        drag.onCancel { [weak press] in press?.cancel() }
        area.add(drag)
    }

    private func followPinches() {
        pinch.onBegin { [weak self] in
            guard let self else { return }
            press.cancel()
            pinching.begin(tuner.tuning)
        }
        pinch.onChange { [weak self] scale, angle in
            guard let self, let tuning = pinching.change(scale: scale, angle: angle) else { return }
            tuner.tuning = tuning
        }
    }
}

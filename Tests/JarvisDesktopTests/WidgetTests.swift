// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets and the push-to-talk caption, with real keys on a real display. `LookTests` measures their layout and
// contrast.

import JarvisTesting
import Testing

@testable import JarvisDesktop

@Suite(.serialized)
struct WidgetTests {
    @Test func widgetsWorkByKeyboardAndRestWhileHidden() async throws {
        let result = try await WindowHost.run(["widget"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func thePushToTalkCaptionDoesNotTakeTheFocus() async throws {
        let result = try await WindowHost.run(["pill"])
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
    }

    @Test func widgetSizesHaveDistinctActions() {
        for size in WidgetSize.allCases { #expect(WidgetSize(action: size.action) == size) }
        #expect(WidgetSize(action: "widget-huge") == nil && WidgetSize(action: "small") == nil)
    }

    @Test func theRecordingClockWaitsForTheNextSecond() {
        var clock = RecordingClock()
        #expect(clock.text(at: 3) == nil)
        clock.update(isRecording: true, at: 10)
        #expect(clock.untilNextSecond(at: 10) == 1001 && clock.untilNextSecond(at: 12.75) == 251)
        #expect(clock.text(at: 75.5) == "01:05")
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The window's interface to a renderer of the face, so it can switch between software and OpenGL while open.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisVisuals

/// The inputs of one frame of the face.
struct SceneMoment {
    /// Monotonic seconds.
    var time: Double
    var phase: ConversationPhase
    /// True while an error banner is shown.
    var hasError: Bool
    /// Level 0…1: of the microphone while recording, of the speech while speaking.
    var level: Float
    /// 64 bands, 0…1, of the current sound.
    var spectrum: [Float]
    /// Time, battery and upcoming reminders.
    var readings: SceneReadings
    /// True if the frame is the final picture, after every fade and morph.
    var isStill: Bool
    /// True if everything may calm down, because the user is probably not watching.
    var isAtRest = false
}

/// How often the particle field is redrawn.
enum FieldPace {
    /// With this frame, because the next one may be far off.
    case still
    /// Slowly, in larger steps.
    case calm
    /// Very slowly: the particles hardly move.
    case resting
    case lively
}

/// Draws frames of the face into its own widget.
@MainActor
protocol SceneDrawing: AnyObject {
    /// The widget; the host sizes it to the field.
    var root: Widget { get }
    /// Shows the frame, which has the widget's size.
    func present(_ frame: SceneFrame, field: FieldPace)
    /// Returns the newest frame for another size; nil before the first frame. Called if the widget must be drawn but
    /// its size or scale no longer matches its frame.
    var refit: (@MainActor (SceneSize) -> SceneFrame?)? { get set }
    /// Called at most once, with the renderer to use instead, if drawing fails.
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)? { get set }
}

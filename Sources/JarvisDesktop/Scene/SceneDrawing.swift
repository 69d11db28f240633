// SPDX-License-Identifier: GPL-3.0-or-later
// The window's interface to what draws the face, so that software and OpenGL can stand in for each other, also
// while the window is open.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisVisuals

/// The inputs of one frame of the face.
struct SceneMoment {
    /// Monotonic seconds.
    var time: Double
    var phase: ConversationPhase
    /// True while an error banner is up.
    var hasError: Bool
    /// Level 0…1 of the microphone while recording, of the speech while speaking.
    var level: Float
    /// 64 bands 0…1 of what is being heard.
    var spectrum: [Float]
    /// Time, battery, and what is going to ring.
    var readings: SceneReadings
    /// True for the picture that every fade and morph ends in.
    var isStill: Bool
}

/// How soon the particles have to follow a frame.
enum FieldPace {
    /// At once: there may be no other frame for a long time.
    case still
    /// In larger steps.
    case calm
    case lively
}

/// Draws frames of the face into a widget of its own.
@MainActor
protocol SceneDrawing: AnyObject {
    /// The widget; the host sizes it to the field.
    var root: Widget { get }
    /// Shows the frame, which has the widget's size.
    func present(_ frame: SceneFrame, field: FieldPace)
    /// The newest frame again, for another size: asked for when the widget must be drawn and its size or scale is no
    /// longer that of the frame. Nil before the first frame.
    var refit: (@MainActor (SceneSize) -> SceneFrame?)? { get set }
    /// Called at most once, with the reason, when it cannot draw: the host puts another in its place.
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)? { get set }
}

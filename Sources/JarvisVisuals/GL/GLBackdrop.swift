// SPDX-License-Identifier: GPL-3.0-or-later
// The static part of the picture, kept in a frame buffer and copied at the start of each frame instead of clearing.
// Drawn every time, its two sprites as wide as the field would cost a software rasterizer more than all particles
// together.

import CEpoxy
import CRasterizer

/// The backdrop's frame buffer. It belongs to the context that was current when it was made.
struct GLBackdrop {
    /// The values that the picture depends on; it has to be drawn again when they change.
    struct Key: Hashable {
        var identity: Int
        var width: Int
        var height: Int
        var fieldX: Float
        var fieldY: Float
        var ground: SceneColor?

        init(_ frame: SceneFrame) {
            identity = frame.particles.identity
            width = frame.size.pixelWidth
            height = frame.size.pixelHeight
            fieldX = frame.view.field_x
            fieldY = frame.view.field_y
            ground = frame.ground
        }
    }

    let key: Key
    private let buffer: UInt32
    private let texture: UInt32

    /// Draws the picture into a new frame buffer; nil if memory runs out. Leaves the frame buffer binding unchanged.
    init?(_ key: Key, draw: () -> Void) {
        self.key = key
        let target = cepoxy_canvas()
        var buffer: UInt32 = 0
        var texture: UInt32 = 0
        let isComplete = cepoxy_make_canvas(Int32(key.width), Int32(key.height), &buffer, &texture) != 0
        defer { cepoxy_use_canvas(target) }
        guard isComplete else {
            cepoxy_delete_canvas(buffer, texture)
            return nil
        }
        self.buffer = buffer
        self.texture = texture
        cepoxy_begin(Int32(key.width), Int32(key.height), key.ground == nil ? 0 : 1)
        Self.clear(key.ground)
        draw()
    }

    /// Fills the bound frame buffer with the ground.
    static func clear(_ ground: SceneColor?) {
        let color = SceneColor.bytes(ground ?? SceneColor(red: 0, green: 0, blue: 0))
        cepoxy_clear(Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255)
    }

    /// Copies the picture over the entire bound frame buffer.
    func copy() { cepoxy_copy(buffer, Int32(key.width), Int32(key.height)) }

    func delete() { cepoxy_delete_canvas(buffer, texture) }
}

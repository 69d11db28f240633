// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the parts of a render-node tree that stay the same from frame to frame, and replaces them with pictures. GTK
// keeps a widget's node until the widget changes, so the same node means the same picture.

import CGtk
import GioKit

/// The pictures of one tree; used on the main loop's thread.
final class StillPictures {
    /// A part that was seen in an earlier frame.
    private struct Part {
        /// The number of frames for which the part has not changed.
        var age = 0
        var picture: OpaquePointer?
        var isCurrent = true
    }

    /// The frames after which a part counts as still, and those after which several parts are combined. The latter is
    /// longer, because glass is redrawn several times a second, and its neighbours should not be redrawn with it.
    private static let stillAfter = 4
    private static let togetherAfter = 60
    /// The largest picture in device pixels; `mostPixelsTogether` limits all pictures together.
    private static let mostPixels = 600_000.0
    private static let mostPixelsTogether = 1_200_000.0

    private var parts: [OpaquePointer: Part] = [:]
    private var pixels = 0.0
    private var scale: gint = 1

    /// The number of parts that have a picture.
    var count: Int { parts.values.count { $0.picture != nil } }

    deinit { for (node, part) in parts { release(node, part) } }

    /// Appends the tree to a snapshot, with pictures for the still parts.
    func append(_ root: OpaquePointer, to snapshot: OpaquePointer, scale: gint) {
        if scale != self.scale {
            for (node, part) in parts { release(node, part) }
            parts = [:]
            pixels = 0
            self.scale = scale
        }
        for node in parts.keys { parts[node]?.isCurrent = false }
        descend(root, snapshot)
        for (node, part) in parts where !part.isCurrent {
            parts[node] = nil
            release(node, part)
        }
    }

    /// Appends a node, or its parts one by one, and replaces those that have been still for a while with pictures.
    private func descend(_ node: OpaquePointer, _ snapshot: OpaquePointer) {
        switch gsk_render_node_get_node_type(node) {
        case GSK_CONTAINER_NODE:
            if let picture = still(node, after: Self.togetherAfter) {
                return gtk_snapshot_append_node(snapshot, picture)
            }
            for index in 0..<gsk_container_node_get_n_children(node) {
                if let child = gsk_container_node_get_child(node, index) { descend(child, snapshot) }
            }
        case GSK_TRANSFORM_NODE:
            guard let offset = wholeOffset(gsk_transform_node_get_transform(node)),
                let child = gsk_transform_node_get_child(node)
            else { return gtk_snapshot_append_node(snapshot, node) }
            gtk_snapshot_save(snapshot)
            var point = offset
            gtk_snapshot_translate(snapshot, &point)
            descend(child, snapshot)
            gtk_snapshot_restore(snapshot)
        case GSK_COLOR_NODE, GSK_CAIRO_NODE:
            // Append the node itself, since a picture of it would not be cheaper to draw.
            gtk_snapshot_append_node(snapshot, node)
        default:
            gtk_snapshot_append_node(snapshot, still(node, after: Self.stillAfter) ?? node)
        }
    }

    /// The picture of a node that has not changed for this many frames; nil if it has none.
    private func still(_ node: OpaquePointer, after frames: Int) -> OpaquePointer? {
        var part = parts[node] ?? Part(age: -1)
        if part.age < 0 { gsk_render_node_ref(node) }
        part.age += 1
        part.isCurrent = true
        if part.age == frames { part.picture = picture(of: node) }
        parts[node] = part
        return part.picture
    }

    /// The offset of a translation by whole device pixels; nil for other transforms, with which a picture of text would
    /// look different.
    private func wholeOffset(_ transform: OpaquePointer?) -> graphene_point_t? {
        guard gsk_transform_get_category(transform).rawValue >= GSK_TRANSFORM_CATEGORY_2D_TRANSLATE.rawValue else {
            return nil
        }
        var point = graphene_point_t()
        gsk_transform_to_translate(transform, &point.x, &point.y)
        let (x, y) = (point.x * Float(scale), point.y * Float(scale))
        return x == x.rounded() && y == y.rounded() ? point : nil
    }

    /// A picture of the node; nil if it is too large.
    private func picture(of node: OpaquePointer) -> OpaquePointer? {
        var exact = graphene_rect_t()
        gsk_render_node_get_bounds(node, &exact)
        var bounds = graphene_rect_t()
        graphene_rect_round_extents(&exact, &bounds)
        let (width, height) = (gint(bounds.size.width) * scale, gint(bounds.size.height) * scale)
        let size = Double(width) * Double(height)
        guard size > 0, size <= Self.mostPixels, pixels + size <= Self.mostPixelsTogether else { return nil }
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        defer { cairo_surface_destroy(surface) }
        cairo_surface_set_device_scale(surface, Double(scale), Double(scale))
        let (x, y) = (Double(bounds.origin.x), Double(bounds.origin.y))
        let drawing = cairo_create(surface)
        cairo_translate(drawing, -x, -y)
        gsk_render_node_draw(node, drawing)
        cairo_destroy(drawing)
        let picture = gsk_cairo_node_new(&bounds)
        let shown = gsk_cairo_node_get_draw_context(picture)
        cairo_set_source_surface(shown, surface, x, y)
        cairo_pattern_set_filter(cairo_get_source(shown), CAIRO_FILTER_FAST)
        cairo_paint(shown)
        cairo_destroy(shown)
        pixels += size
        return picture
    }

    private func release(_ node: OpaquePointer, _ part: Part) {
        if let picture = part.picture {
            var bounds = graphene_rect_t()
            gsk_render_node_get_bounds(picture, &bounds)
            pixels -= Double(bounds.size.width) * Double(bounds.size.height) * Double(scale * scale)
            gsk_render_node_unref(picture)
        }
        gsk_render_node_unref(node)
    }
}

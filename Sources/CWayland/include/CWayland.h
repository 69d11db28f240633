// SPDX-License-Identifier: GPL-3.0-or-later
// What GDK does not ask a compositor for: attention in nobody's name.
#pragma once

/// Asks the compositor to activate a window by xdg-activation, with a token that stands for no key or click.
///
/// GDK's own requests name the last key or click in a window; where there was none, wlroots hands out a token that is worth
/// nothing, and ignores what is asked with it. A token that names none is good for marking the window as urgent. Blocks
/// until the compositor has answered.
///
/// - Parameters:
///   - display: a `wl_display`, which is used on a queue of its own.
///   - surface: a `wl_surface` of the same connection.
/// - Returns: 0 where the compositor has no such protocol.
int jarvis_wayland_ask_for_attention(void *_Nonnull display, void *_Nonnull surface);

// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the sound server's notifications about microphones: added, removed, muted, or a new default.

import CPulse

/// Records whether microphones have changed since the last check. Used on its connection's thread.
final class SourceNews {
    /// The recording stream whose own mute is watched; nil for none.
    var stream: UInt32?
    private(set) var isThere = false

    /// True if something has changed since the last call.
    func take() -> Bool {
        defer { isThere = false }
        return isThere
    }

    fileprivate func add(_ event: pa_subscription_event_type_t, index: UInt32) {
        let facility = event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        let isOfAnotherStream = facility == PA_SUBSCRIPTION_EVENT_SOURCE_OUTPUT.rawValue && index != stream
        if !isOfAnotherStream { isThere = true }
    }
}

extension PulseConnection {
    /// Reports changes to `news` from now until the connection ends.
    func subscribeToNews() {
        guard let context else { return }
        pa_context_set_subscribe_callback(context, newsCallback, Unmanaged.passUnretained(news).toOpaque())
        let facilities =
            PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
            | PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT.rawValue
        finish(pa_context_subscribe(context, pa_subscription_mask_t(facilities), nil, nil))
    }
}

private let newsCallback: pa_context_subscribe_cb_t = { _, event, index, data in
    guard let data else { return }
    Unmanaged<SourceNews>.fromOpaque(data).takeUnretainedValue().add(event, index: index)
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What the sound server tells unasked: microphones come, go, are muted; the default becomes another one.

import CPulse

/// Says that something about microphones has changed since it was last asked. Belongs to the thread of its connection.
final class SourceNews {
    /// The recording stream whose own mute counts; nil: none.
    var stream: UInt32?
    private(set) var isThere = false

    /// True once after each burst of changes.
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
    /// From now on, until the connection ends, `news` is told of changes.
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches the natural voice that isn't installed. Goes on while the user looks at something else; the voice is chosen
// when it has arrived, unless the user has chosen another one by then.

import JarvisCore

@MainActor
final class VoiceDownload {
    /// The voice to fetch; nil once it is installed.
    private(set) var offer: VoiceOffer?
    /// The share of the voice that has arrived; nil while it isn't being fetched.
    private(set) var arrived: Double?
    /// Called when the share or the offer has changed.
    var onChange: (@MainActor () -> Void)?
    /// Called when the voice has been installed, with all installed voices.
    var onInstalled: (@MainActor ([Voice]) -> Void)?

    private let model: SettingsModel
    private let synthesizer: any SpeechSynthesizer
    private let find: @Sendable () -> VoiceOffer?

    init(_ services: SettingsServices, _ model: SettingsModel) {
        self.model = model
        synthesizer = services.synthesizer
        find = services.onboarding.voiceOffer
    }

    /// Looks for a voice that isn't installed.
    /// - Returns: these voices, after the one on offer.
    func complete(_ installed: [Voice]) -> [Voice] {
        offer = find()
        return (offer.map { [$0.voice] } ?? []) + installed
    }

    /// Fetches and installs the voice.
    func begin() {
        guard let offer, arrived == nil else { return }
        let (model, former, synthesizer) = (model, model.current.voice, synthesizer)
        arrived = 0
        onChange?()
        Task { [weak self] in
            do {
                try await offer.install { share in
                    Task { @MainActor in self?.show(share) }
                }
                if model.current.voice == former { model.change { $0.voice = offer.voice.id } }
                let voices = try await synthesizer.voices()
                self?.arrived = nil
                self?.onInstalled?(voices)
            } catch {
                model.report(error)
                self?.arrived = nil
                self?.onChange?()
            }
        }
    }

    private func show(_ share: Double) {
        guard arrived != nil else { return }
        arrived = share
        onChange?()
    }
}

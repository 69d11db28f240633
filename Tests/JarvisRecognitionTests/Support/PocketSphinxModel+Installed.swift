// SPDX-License-Identifier: GPL-3.0-or-later
// The installed recognition model.

import JarvisRecognition
import JarvisSynthesis

extension PocketSphinxModel {
    static let installed = standard(pronouncer: ESpeakPronouncer.phones)
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The recognizer's installed model, as the program uses it.

import JarvisRecognition
import JarvisSynthesis

extension PocketSphinxModel {
    static let installed = standard(pronouncer: ESpeakPronouncer.phones)
}

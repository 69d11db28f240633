// SPDX-License-Identifier: GPL-3.0-or-later
// The services on the internet.

import JarvisCore
import JarvisNetwork
import JarvisKnowledge

extension Composition {
    /// Has a network of its own, which does not exist before something is asked that the user has agreed to.
    func makeOnlineServices() -> InternetServices {
        let network = NetworkOnDemand(traffic: traffic)
        return InternetServices(settings: { [settings] in settings.current.online }, network: { network.http })
    }
}

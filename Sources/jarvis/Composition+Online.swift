// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the online services, such as the weather and Wikipedia.

import JarvisCore
import JarvisNetwork
import JarvisKnowledge

extension Composition {
    /// Makes the online services. They have their own network session, created only for the first request that the
    /// user has agreed to.
    func makeOnlineServices() -> InternetServices {
        let network = NetworkOnDemand(traffic: traffic)
        return InternetServices(settings: { [settings] in settings.current.online }, network: { network.http })
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The addresses of this machine's network interfaces, as the kernel lists them.

import Glibc
import JarvisCore

enum NetworkAddresses {
    /// Addresses of active interfaces, except the loopback: link-local ones last, IPv4 before IPv6.
    static func all() -> [InterfaceAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        let found = sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }
            .compactMap { entry in entry.flatMap { address($0.pointee) } }
        return found.sorted { one, other in
            (one.isLinkLocal ? 1 : 0, one.family == .v4 ? 0 : 1, one.interface, one.address)
                < (other.isLinkLocal ? 1 : 0, other.family == .v4 ? 0 : 1, other.interface, other.address)
        }
    }

    private static func address(_ entry: ifaddrs) -> InterfaceAddress? {
        let flags = Int32(bitPattern: entry.ifa_flags)
        guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
            let name = entry.ifa_name, let socketAddress = entry.ifa_addr
        else { return nil }
        let interface = String(cString: name)
        let raw = UnsafeRawPointer(socketAddress)
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            var address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            let isLinkLocal = UInt32(bigEndian: address.s_addr) >> 16 == 0xA9FE
            return text(AF_INET, &address).map {
                InterfaceAddress(interface: interface, family: .v4, address: $0, isLinkLocal: isLinkLocal)
            }
        case AF_INET6:
            var address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let isLinkLocal = withUnsafeBytes(of: address) { $0[0] == 0xFE && $0[1] & 0xC0 == 0x80 }
            return text(AF_INET6, &address).map {
                InterfaceAddress(interface: interface, family: .v6, address: $0, isLinkLocal: isLinkLocal)
            }
        default: return nil
        }
    }

    private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String? {
        var room = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, address, &room, socklen_t(room.count)) != nil else { return nil }
        return room.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }
}

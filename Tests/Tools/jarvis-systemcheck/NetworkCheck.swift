// SPDX-License-Identifier: GPL-3.0-or-later
// Network use in a separate process, with its own memory, descriptors and environment.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

enum NetworkCheck {
    /// Downloads a file; prints the peak memory growth for each 64 MiB on disk, and again at the end.
    static func download(_ url: String, to path: String, sha256: String) async {
        let network = NetworkOnDemand()
        var download = Download(url: url, path: path, sha256: sha256)
        download.isDirect = true
        // Memory that every process needs to use the network is not part of the download.
        _ = network.http
        resetPeak()
        let before = peakKiB()
        let told = Mutex(0)
        do {
            try await Downloader(http: network.http).download(download) { progress in
                let step = progress.receivedBytes >> 26
                guard
                    told.withLock({ told in
                        defer { told = step }
                        return step > told
                    })
                else { return }
                print("received \(step << 26) grew \(peakKiB() - before) KiB")
                fflush(nil)
            }
            print("grew \(peakKiB() - before) KiB")
        } catch {
            print("failed: \(error)")
        }
    }

    /// Reads one piece of a body, and the rest once the server has had time to send more than fits the buffers.
    static func readSlowly(_ url: String) async {
        let network = NetworkOnDemand()
        let limits = TransferLimits(maximumBytes: .max)
        do {
            let response = try await network.http.send(HTTPRequest(url: url, limits: limits, isDirect: true))
            resetPeak()
            let before = peakKiB()
            var count = 0
            for try await piece in response.body {
                if count == 0 { try await Task.sleep(for: .seconds(1)) }
                count += piece.count
            }
            print("received \(count)")
            print("grew \(peakKiB() - before) KiB")
        } catch {
            print("failed: \(error)")
        }
    }

    /// Sends many requests, cancels some, abandons some answers halfway, and prints the remaining resources.
    static func requests(_ url: String, count: Int) async {
        // The libraries keep some descriptors open, some of them only after many requests at once.
        await series(url, 400)
        let before = descriptors()
        await series(url, count)
        for _ in 0..<1000 where descriptors().count > before.count { try? await Task.sleep(for: .milliseconds(10)) }
        let left = descriptors()
        print("left \(max(0, left.count - before.count))")
        guard left.count > before.count else { return }
        for (number, target) in left where before[number] != target { print("\(number) is \(target)") }
    }

    /// The requests of one client, which is released afterwards.
    private static func series(_ url: String, _ count: Int) async {
        let network = NetworkOnDemand()
        for _ in 0..<count / 40 { await round(network.http, url, 40) }
    }

    /// Prints the body of a response, which may come through a proxy.
    static func fetch(_ url: String) async {
        do {
            let response = try await NetworkOnDemand().http.send(HTTPRequest(url: url))
            print(String(decoding: try await response.bytes(), as: UTF8.self))
        } catch {
            print("failed: \(error)")
        }
    }

    private static func round(_ http: any HTTPStreaming, _ url: String, _ count: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    let request = HTTPRequest(url: url, isDirect: true)
                    switch number % 8 {
                    case 6:
                        let response = try? await http.send(request)
                        guard let body = response?.body else { return }
                        do { for try await _ in body { break } } catch {}
                    case 7:
                        let task = Task { _ = try await http.send(request).bytes() }
                        task.cancel()
                        _ = try? await task.value
                    default: _ = try? await http.send(request).bytes()
                    }
                }
            }
        }
    }

    /// The target of each open descriptor, by its number.
    private static func descriptors() -> [String: String] {
        var names: [String] = []
        _ = FileSystem().listFolder("/proc/self/fd", &names)
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                var target = [CChar](repeating: 0, count: 256)
                let length = readlink("/proc/self/fd/" + name, &target, target.count)
                return (
                    name, String(decoding: target.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
                )
            })
    }

    /// The peak memory in RAM, overall or since `resetPeak`.
    private static func peakKiB() -> Int {
        guard let file = fopen("/proc/self/status", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = line.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
            if text.hasPrefix("VmHWM:") { return Int(text.filter { ("0"..."9").contains($0) }) ?? 0 }
        }
        return 0
    }

    private static func resetPeak() {
        guard let file = fopen("/proc/self/clear_refs", "we") else { return }
        fputs("5", file)
        fclose(file)
    }
}

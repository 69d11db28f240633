// SPDX-License-Identifier: GPL-3.0-or-later
// Servers with a limited API are used for what they support.

import JarvisCore
import JarvisLanguageModels
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct NarrowServerTests {
    @Test func overlongRequestIsRetriedWithoutTools() async throws {
        let bodies = Mutex<[String]>([])
        let rig = try ModelRig { connection in
            while let request = connection.readRequest() {
                let body = String(decoding: request.body, as: UTF8.self)
                bodies.withLock { $0.append(body) }
                if body.contains("\"tools\"") {
                    connection.reject("400 Bad Request", "maximum context length")
                } else {
                    connection.answer("Hi")
                }
            }
        }
        let tool = ChatTool(name: "timer", summary: "Sets a timer.", parameters: ["type": .text("object")])
        #expect(try await rig.ask(tools: [tool]).text == "Hi")
        #expect(bodies.withLock { $0.count } == 2)
    }

    @Test(arguments: ["404 Not Found", "405 Method Not Allowed", "501 Not Implemented"])
    func serverWithoutAModelListWorks(status: String) async throws {
        for kind in LanguageModelKind.allCases {
            let rig = try ModelRig(kind) { connection in
                while connection.readRequest() != nil { connection.reject(status, "no such page") }
            }
            #expect(try await rig.model.models().isEmpty)
        }
    }

    @Test func aServerErrorForTheModelListThrows() async throws {
        let rig = try ModelRig { connection in
            while connection.readRequest() != nil { connection.reject("500 Internal Server Error", "broken") }
        }
        await #expect(throws: LanguageModelFailure.self) { try await rig.model.models() }
    }
}

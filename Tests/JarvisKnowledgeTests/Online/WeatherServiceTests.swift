// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisKnowledge
import JarvisTesting
import Testing

struct WeatherServiceTests {
    static let oslo = """
        {"results":[{"name":"Oslo","latitude":59.91273,"longitude":10.74609,"country":"Norway","country_code":"NO",\
        "admin1":"Oslo"}],"generationtime_ms":0.5}
        """
    static let forecast = """
        {"latitude":59.9,"longitude":10.7,"current":{"time":"2026-01-05T10:30","temperature_2m":-3.4,"precipitation":0.2,\
        "weather_code":71,"wind_speed_10m":12.6},"daily":{"time":["2026-01-05","2026-01-06","2026-01-07"],\
        "weather_code":[71,63,null],"temperature_2m_max":[-1.2,4.4,null],"temperature_2m_min":[-6.1,0.9,null],\
        "precipitation_sum":[1.2,5.4,null],"precipitation_probability_max":[45,80,null],\
        "wind_speed_10m_max":[20.1,35.5,null]}}
        """

    private func rig(places: String = oslo, forecast: String = forecast) throws -> OnlineRig {
        try OnlineRig(answers: [("/v1/search", .init(body: places)), ("/v1/forecast", .init(body: forecast))])
    }

    @Test func theWeatherOfAPlaceIsRead() async throws {
        let rig = try rig()
        let report = try await rig.services.weather(in: "oslo")
        #expect(report.place == "Oslo" && report.country == "Norway")
        #expect(report.now.code == 71 && report.now.highestCelsius == -3.4 && report.now.windKilometresPerHour == 12.6)
        // A day without figures is left out.
        #expect(report.days.map(\.date) == ["2026-01-05", "2026-01-06"])
        #expect(report.days[1].conditions.probabilityPercent == 80)
        #expect(report.days[1].conditions.lowestCelsius == 0.9)
        #expect(rig.services.servers(of: .weather) == ["127.0.0.1"])
    }

    @Test func onlyTheNameAndARoughLocationAreSent() async throws {
        let rig = try rig()
        _ = try await rig.services.weather(in: "São Paulo")
        _ = try await rig.services.weather(in: "são paulo")
        let requests = rig.requests
        // The answer is kept for a second question.
        try #require(requests.count == 2)
        #expect(requests[0].hasPrefix("GET /v1/search?name=S%C3%A3o%20Paulo&"))
        #expect(requests[1].contains("latitude=59.91&longitude=10.75&"))
        for request in requests {
            let head = request.lowercased()
            #expect(!head.contains("authorization") && !head.contains("cookie") && head.contains("user-agent: jarvis"))
        }
    }

    @Test func aPlaceCanBeNamedWithItsRegion() async throws {
        let portlands = """
            {"results":[{"name":"Portland","latitude":45.5,"longitude":-122.7,"country":"United States","admin1":"Oregon"},\
            {"name":"Portland","latitude":43.66,"longitude":-70.26,"country":"United States","admin1":"Maine"}]}
            """
        for name in ["Portland, Maine", "Portland Maine", "portland, maine, united states"] {
            let rig = try OnlineRig(answers: [
                ("/v1/search?name=Portland&", .init(body: portlands)),
                ("/v1/search?name=portland&", .init(body: portlands)),
                ("/v1/search", .init(body: "{}")), ("/v1/forecast", .init(body: Self.forecast)),
            ])
            _ = try await rig.services.weather(in: name)
            #expect(rig.requests.last?.contains("latitude=43.66&longitude=-70.26") == true, "\(name)")
        }
    }

    @Test(arguments: ["{}", #"{"results":[]}"#, #"{"results":[{"name":"","latitude":1,"longitude":1}]}"#])
    func unknownPlaceIsReported(answer: String) async throws {
        let rig = try rig(places: answer)
        #expect(await failure { try await rig.services.weather(in: "Xyzzy") } == .noSuchPlace(name: "Xyzzy"))
    }

    @Test(arguments: [
        "", "no", "[]", "{}", #"{"current":{},"daily":{}}"#, #"{"current":{"temperature_2m":4000,"weather_code":1}}"#,
        #"{"current":{"temperature_2m":4,"weather_code":1},"daily":{"time":[1,2]}}"#, "<html>Please log in</html>",
    ])
    func malformedAnswerIsReported(answer: String) async throws {
        let rig = try rig(forecast: answer)
        #expect(await failure { try await rig.services.weather(in: "Oslo") } == .unexpected(server: "127.0.0.1"))
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
// How much overheard speech not meant for JARVIS would make it act or ask.

import JarvisAgent
import JarvisCore

struct TalkCheck {
    let file: String
    let third: UInt64?
    let lists: Bool

    func run() {
        let agent = MeasuredAgent()
        var (all, acted, asked) = (0, 0, 0)
        for line in TextLines.of(file) where third.map({ TextLines.third(of: line) == $0 }) ?? true {
            all += 1
            let reading = agent.read(line)
            guard reading.skill != nil else { continue }
            if reading.isCertain { acted += 1 } else { asked += 1 }
            if lists {
                print("\(reading.isCertain ? "acts" : "asks")\t\(reading.intent ?? "-")\t\(reading.score)\t\(line)")
            }
        }
        for filter in TalkFilter.allCases {
            let answered = TextLines.of(file).filter { agent.agent.answersAloud($0, filter) }
            print("answered under the filter \(filter): \(answered.count)")
        }
        let share = Double(acted) / Double(max(all, 1)) * 100
        print("of \(all) utterances acted on \(acted), \((share * 100).rounded() / 100) %; asked about \(asked)")
        agent.printTimes()
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct PartitionTests {
    @Test(arguments: 0...40) func theFirstElementOfTheSecondPartIsFound(count: Int) {
        let numbers = (0..<count).map { $0 / 3 }
        for limit in -1...15 {
            let expected = numbers.firstIndex { $0 >= limit } ?? numbers.endIndex
            #expect(numbers.partitioningIndex { $0 >= limit } == expected)
            let rest = numbers.dropFirst(5)
            #expect(rest.partitioningIndex { $0 >= limit } == rest.firstIndex { $0 >= limit } ?? rest.endIndex)
        }
    }

    @Test func fewElementsAreAsked() {
        var asked = 0
        let place = (0..<1_000_000).partitioningIndex { number in
            asked += 1
            return number > 765_432
        }
        #expect(place == 765_433 && asked <= 20)
    }
}

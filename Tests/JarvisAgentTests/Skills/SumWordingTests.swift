// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and conversions in the words of people: the operation is read, wherever it stands.

import Testing

@Suite(.timeLimit(.minutes(10)))
struct SumWordingTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("what is the answer to nine times six", "54"), ("the result of 30 minus 12", "18"),
        ("25 percent off 80", "60"), ("take 10 percent off of 250 dollars", "225"),
        ("can you tell me what 40% off 90 is", "54"), ("average of two, four and nine", "5"),
        ("what is the mean of 10 20 30 and 40", "25"), ("three less than eleven", "8"), ("12 more than 30", "42"),
        ("what's the remainder of 23 divided by 4", "3"), ("the remainder when 50 is divided by 7", "1"),
        ("double 36", "72"), ("triple eleven", "33"), ("4 to the 3rd power", "64"), ("add up 4, 9 and 12", "25"),
        ("what is the total of 11 22 and 33", "66"), ("what is the product of two, five and seven", "70"),
        ("what is the sum of 8 plus 9", "17"), ("how many times can 9 go into 81", "9"),
        ("100 divided into 5", "20"), ("take 15 from 40", "25"), ("what does 8 x 7 equal", "56"),
        ("what is the difference between 90 and 35", "55"), ("5 percent less than 200", "190"),
        ("what is the floor area of a 12 x 15 hall", "180"),
    ])
    func theOperationIsRead(request: String, result: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "arithmetic" && answer.values["result"] == result, "\(answer.text)")
    }

    @Test func anOperationThatIsNotNamedIsNotGuessed() async throws {
        #expect(try await rig.ask("what is the ratio of a 30 to 20 mixture").values["result"] == nil)
    }

    @Test(arguments: [
        ("what amount of centimeters are in 3 meters", "3 m is 300 cm."),
        ("what number of grams are there in 2 kilos", "2 kg is 2000 g."),
    ])
    func anAmountBelongsToItsOwnUnit(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "conversion" && answer.text == reply, "\(answer.text)")
    }

    @Test(arguments: ["help me with my math", "can you do a math problem", "how do i solve this math equation"])
    func aSumThatIsNotNamedIsAskedFor(request: String) async throws {
        let question = try await rig.ask(request)
        #expect(question.text == "Sure. What should I calculate?", "\(question.text)")
        #expect(try await rig.ask("six times twelve", isFollowUp: true).values["result"] == "72")
    }

    @Test(arguments: [
        ("how do you convert yards to meters", "1 yard is about 0.914 m."),
        ("what is the conversion between quarts and gallons", "1 quart is 0.25 gallons."),
        ("how would i go about converting stone to pounds", "1 stone is 14 pounds."),
        ("how many fluid ounces in a pint", "1 pint is 16 fluid ounces."),
        ("how many ounces are in a gallon", "1 gallon is 128 fluid ounces."),
        ("how many teaspoons are in half of a cup", "0.5 cups is 24 teaspoons."),
        ("if i have three feet how many inches is that", "3 feet is 36 inches."),
        ("2 yards is equal to how many inches", "2 yards is 72 inches."),
        ("what is the total number of pints in two quarts", "2 quarts is 4 pints."),
        ("how do i convert celsius to fahrenheit", "Multiply by 1.8 and add 32: 20 °C is 68 °F."),
        ("what is the formula for converting kelvin to celsius", "Subtract 273.15: 20 kelvin is"),
    ])
    func unitsAreConvertedWithoutAnAmount(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "conversion" && answer.text.hasPrefix(reply), "\(answer.text)")
    }
}

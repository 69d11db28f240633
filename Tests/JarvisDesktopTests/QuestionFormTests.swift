// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishing questions from orders.

import Testing

@testable import JarvisDesktop

struct QuestionFormTests {
    @Test(arguments: [
        "what time is it", "What's the weather like?", "how many miles is ten kilometres", "is it raining",
        "good morning Jarvis, how is the machine doing", "Jarvis, who are you", "do you know a joke",
        "have I any reminders",
        "can I have a timer", "where’s my phone", "milk?", "hey why not", "should I take an umbrella",
    ])
    func questionsAreRecognized(text: String) {
        #expect(QuestionForm.isQuestion(text), "\(text)")
    }

    @Test(arguments: [
        "set a timer for five minutes", "can you open the browser?", "Could you please stop?",
        "would you tell me a joke",
        "do a barrel roll", "have a nice day", "tell me what time it is", "thank you", "", "  ", "good morning",
        "note milk",
    ])
    func ordersAreNotQuestions(text: String) {
        #expect(!QuestionForm.isQuestion(text), "\(text)")
    }
}

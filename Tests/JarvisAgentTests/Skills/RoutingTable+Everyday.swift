// SPDX-License-Identifier: GPL-3.0-or-later
// The second half of the routing table: time elsewhere, what comes again, percentages, spelling, emergencies.

extension Route {
    static let moreClock: [Route] = [
        Route("what's the time in london", "world-time", ["zone": "Europe/London"], "It's 9:30 AM in London."),
        Route("what time is it in tokyo", "world-time", ["time": "18:30"], "It's 6:30 PM in Tokyo."),
        Route("What time is it in Sydney?", "world-time", ["time": "20:30"]),
        Route("what time is it in são paulo", "world-time", ["time": "06:30"], "in São Paulo."),
        Route("time in germany", "world-time", ["time": "10:30"], "in Germany."),
        Route("how late is it in honolulu", "world-time", ["day": "2026-01-04"], "still on Sunday."),
        Route("what time is it in auckland", "world-time", ["time": "22:30"]),
        Route("what time is it in new york right now", "world-time", ["time": "04:30"]),
        Route("what time is it in atlantis", "world-time", [:], "I don't know a place called atlantis."),
        Route("what day is july 4th 2027", "date", ["date": "2027-07-04"], "That's Sunday, July 4th, 2027."),
        Route("what day of the week is july fourth twenty twenty seven", "date", ["weekday": "Sunday"]),
        Route("what day of the week was march 1 1999", "date", ["weekday": "Monday"], "was a Monday."),
        Route("is christmas on a weekend", "date", ["date": "2026-12-25"], "No, December 25th is a Friday."),
        Route("how many weeks until easter", "date", ["days": "90"], "12 weeks and 6 days"),
        Route("how many days since new year's day", "date", ["days": "-4"], "4 days ago."),
        Route(
            "days between march 3 and may 9", "date", ["days": "67"], "There are 67 days between March 3rd and May 9th."
        ),
        Route("how many days are there from december 20th to january 5th", "date", ["days": "16"]),
        Route("what calendar week is it", "date", ["week": "2"]),
        Route("tomorrow's date", "date", ["date": "2026-01-06"]), Route("when is thanksgiving", "date"),
        Route("what date is this friday", "date", ["date": "2026-01-09"], "Friday, January 9th."),
        Route("what date was last friday", "date", ["date": "2026-01-02"], "That was Friday, January 2nd."),
        Route("what date is it in three weeks", "date", ["date": "2026-01-26"]),
        Route("is 2028 a leap year", "date", ["leap": "yes"], "Yes, 2028 is a leap year."),
        Route("is twenty thirty a leap year", "date", ["leap": "no"]), Route("is this a leap year", "date"),
        Route("when is the next leap year", "date", ["year": "2028"]),
    ]

    static let moreReminders: [Route] = [
        Route("set a timer for 1 hour 30 minutes and 30 seconds", "timer", [:], "1 hour, 30 minutes and 30 seconds."),
        Route("pause the timer", "timer", ["count": "0"], "no timer running"),
        Route("pause the egg timer", "timer", ["count": "0"]), Route("continue", "timer"),
        Route("resume my timer", "timer", [:], "no timer to resume"), Route("put the timer on hold", "timer"),
        Route("how much time on my timers", "timer", ["count": "0"]),
        Route(
            "wake me up every weekday at seven", "alarm", ["time": "07:00", "day": "2026-01-06"],
            "every weekday at 7:00 AM. It first rings tomorrow at 7:00 AM."),
        Route("wake me every morning at 6:30", "alarm", ["time": "06:30"], "every day at 6:30 AM."),
        Route("set an alarm for every monday and thursday at 8 am", "alarm", ["day": "2026-01-08"]),
        Route("wake me every monday", "alarm", [:], "At what time?"),
        Route("wake me every two hours", "alarm", [:], "ask me to remind you"),
        Route("snooze the alarm", "alarm", [:], "Nothing is ringing."), Route("snooze for five minutes", "alarm"),
        Route("every two hours remind me to drink water", "reminder", ["label": "drink water", "time": "11:30"]),
        Route("remind me every monday to take out the trash", "reminder", ["day": "2026-01-12"]),
        Route("remind me to stretch every 30 minutes", "reminder", ["label": "stretch", "time": "10:00"]),
        Route("remind me to water the plants every friday at six p m", "reminder", ["time": "18:00"]),
        Route("remind me every evening to lock up", "reminder", ["time": "20:00"], "every day at 8:00 PM"),
        Route("remind me to pay rent every month", "reminder", [:], "not by the month"),
        Route("remind me on the 15th to pay rent", "reminder", ["day": "2026-01-15", "label": "pay rent"]),
        Route("stop reminding me to stretch", "reminder", ["count": "0"]),
    ]

    static let moreNumbers: [Route] = [
        Route("what percent of 60 is 45", "arithmetic", ["result": "75"], "45 is 75% of 60."),
        Route("45 is what percent of 60", "arithmetic", ["result": "75"]),
        Route("what percentage is 1 of 3", "arithmetic", ["result": "33.33"], "about 33.33%"),
        Route("20 percent off 50", "arithmetic", ["result": "40"], "20% off 50 is 40."),
        Route("what is three quarters plus one eighth", "arithmetic", ["result": "0.875"], "is 7/8, or 0.875."),
        Route("what's the cube root of 27", "arithmetic", ["result": "3"]),
        Route("the fourth root of sixteen", "arithmetic", ["result": "2"]),
        Route("what is five factorial", "arithmetic", ["result": "120"], "5 factorial is 120."),
        Route("what is pi", "arithmetic", ["result": "3.141593"], "π is about 3.141593."),
        Route("what is minus two point five plus one", "arithmetic", ["result": "-1.5"]),
        Route("is 97 a prime", "number", ["prime": "yes"]),
        Route("is ninety one prime", "number", ["prime": "no"], "7 × 13."),
        Route("what are the prime factors of 84", "number", ["factors": "2 2 3 7"]),
        Route("what is a 20 percent tip on 64 dollars", "bill", ["tip": "12.8"], "$12.80. That makes $76.80 in all."),
        Route("how much should i tip on $45.50", "bill", [:], "15% is $6.83 and 20% is $9.10."),
        Route("split 120 dollars between 4 people", "bill", ["each": "30"], "That's $30 each."),
        Route("split 100 dollars three ways", "bill", ["each": "33.33"], "with $0.01 left over."),
        Route("split 90 between zero people", "bill", [:], "one person and more"),
        Route("5 feet 11 in centimetres", "conversion", ["result": "180.34"], "5 feet 11 inches is 180.34 cm."),
        Route("how tall is 5'11 in cm", "conversion", ["result": "180.34"]),
        Route("what is 80 kg in pounds and ounces", "conversion", ["result": "176", "rest": "5.9"]),
        Route("180 cm in feet and inches", "conversion", ["result": "5"], "about 5 feet and 10.9 inches."),
        Route("how many cups in a litre", "conversion", ["result": "4.23"]),
        Route("what is 100 degrees fahrenheit in celsius", "conversion", ["result": "37.8"], "37.8 °C."),
        Route("how do you spell necessary", "spell", ["word": "necessary"], "Necessary: N-E-C-E-S-S-A-R-Y."),
        Route("spell rhythm", "spell", [:], "R-H-Y-T-H-M."), Route("how is cough spelled", "spell"),
    ]

    static let care: [Route] = [
        Route("call an ambulance", "emergency", ["number": "911"], "Please call 911 now"),
        Route("call 911", "emergency", ["number": "911"]), Route("I need the police!", "emergency"),
        Route("my house is on fire", "emergency", [:], "Get everybody out first."),
        Route("I can't breathe", "emergency"), Route("i am having a heart attack", "emergency"),
        Route("I want to die", "emergency", ["number": "988"], "988, the Suicide and Crisis Lifeline"),
        Route("I don't want to live anymore", "emergency", ["number": "988"]),
    ]
}

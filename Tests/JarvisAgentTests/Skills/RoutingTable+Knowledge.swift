// SPDX-License-Identifier: GPL-3.0-or-later
// Lists, calendar and dictionary: utterances with the skill and values that they must lead to.

extension Route {
    static let knowledge = lists + appointments + words + talk

    private static let lists: [Route] = [
        Route("add milk, eggs and bread to my shopping list", "list", ["items": "milk, eggs, bread", "count": "3"]),
        Route("put eggs on the shopping list", "list", ["list": "shopping", "items": "eggs"]),
        Route("i need to buy milk", "list", ["list": "shopping", "items": "milk"]),
        Route("we need to buy some washing up liquid", "list", ["items": "washing up liquid"]),
        Route("Could you add toilet paper to the shopping list?", "list", ["items": "toilet paper"]),
        Route("stick two tins of tomatoes on the shopping list", "list", ["items": "two tins of tomatoes"]),
        Route("to my shopping list add lemons", "list", ["items": "lemons"]),
        Route("add call the plumber to my to-do list", "list", ["list": "to-do", "items": "call the plumber"]),
        Route("put book the dentist on my to do list", "list", ["list": "to-do", "items": "book the dentist"]),
        Route("add a task to renew my passport", "list", ["list": "to-do", "items": "renew my passport"]),
        Route("add socks to my packing list", "list", ["list": "packing", "count": "0"], "Create one"),
        Route("we are out of coffee", "list", ["list": "shopping"], "Add coffee"),
        Route("what is on my shopping list", "list", ["list": "shopping"], "no shopping list"),
        Route("what's on my to-do list", "list", ["list": "to-do"]), Route("what do i need to buy", "list"),
        Route("what are my tasks", "list"), Route("read me my shopping list", "list"),
        Route("do i have eggs on my shopping list", "list"), Route("is milk on my shopping list", "list"),
        Route("take the milk off my shopping list", "list"), Route("remove bread from the shopping list", "list"),
        Route("cross milk off my shopping list", "list"), Route("scratch flour from the list", "list"),
        Route("mark call the plumber as done", "list"), Route("clear my shopping list", "list"),
        Route("empty the to do list", "list"), Route("delete my shopping list", "list"),
        Route("what lists do i have", "list", ["count": "0"], "no lists"), Route("show me my lists", "list"),
        Route("create a packing list", "list", ["list": "packing"]),
        Route("make a new list called gift ideas", "list", ["list": "gift ideas"]),
        Route("create a new list", "list", [:], "what the list is for"),
    ]

    private static let appointments: [Route] = [
        Route("what's on my calendar", "calendar", ["day": "2026-01-05", "count": "2"]),
        Route("what's on my calendar tomorrow", "calendar", ["day": "2026-01-06", "titles": "Lunch with Ada"]),
        Route("what do i have on friday", "calendar", ["day": "2026-01-09", "titles": "Gym"]),
        Route("what's on next friday", "calendar", ["day": "2026-01-16", "count": "0"]),
        Route("what am i doing tomorrow", "calendar", ["day": "2026-01-06"]),
        Route("what have i got on this week", "calendar", ["day": "2026-01-05", "count": "5"]),
        Route("what does my week look like", "calendar", ["count": "5"]),
        Route("what does my day look like", "calendar", ["count": "2"]),
        Route("do i have any meetings on thursday", "calendar", ["count": "0"]),
        Route("show me my schedule for tomorrow", "calendar", ["day": "2026-01-06"]),
        Route("what's in my diary for tomorrow", "calendar", ["day": "2026-01-06"]),
        Route("am i doing anything this weekend", "calendar"),
        Route("am i free at three", "calendar", ["time": "15:00", "free": "no"]),
        Route("am i free tomorrow at noon", "calendar", ["time": "12:00", "free": "no"]),
        Route("am i free tomorrow", "calendar", ["day": "2026-01-06", "free": "no"]),
        Route("am i available on wednesday at half past two", "calendar", ["time": "14:30", "free": "yes"]),
        Route("do i have time at 4 pm", "calendar", ["time": "16:00", "free": "yes"]),
        Route("am i free tomorrow between two and four", "calendar", ["time": "14:00", "free": "yes"]),
        Route("when is my next appointment", "calendar", ["title": "Dentist", "time": "15:00"]),
        Route("what's my next meeting", "calendar", ["title": "Dentist"]),
        Route("what's coming up next", "calendar", ["title": "Dentist"]),
    ]

    private static let words: [Route] = [
        Route("define serendipity", "dictionary", ["word": "serendipity"]),
        Route("what does serendipity mean", "dictionary", ["word": "serendipity"]),
        Route("what's the definition of serendipity", "dictionary", ["word": "serendipity"]),
        Route("look up the word serendipity", "dictionary", ["word": "serendipity"]),
        Route("what's another word for happy", "dictionary", ["synonyms": "glad, blissful"]),
        Route("give me a synonym for happy", "dictionary", ["synonyms": "glad, blissful"]),
        Route("synonyms for happy", "dictionary", ["word": "happy"]),
        Route("what can i say instead of happy", "dictionary", ["word": "happy"]),
        Route("describe a serendipity", "dictionary", ["word": "serendipity"]),
        Route("describe a serendipity to me please", "dictionary", ["word": "serendipity"]),
        Route("what's a description of serendipity", "dictionary", ["word": "serendipity"]),
        Route("definition for serendipity", "dictionary", ["word": "serendipity"]),
        Route("what is the meaning of life", "dictionary", ["count": "0"]),
    ]

    /// Speech meant for other people.
    private static let talk: [Route] = [
        Route("she said she needs to buy a house", nil), Route("he put it on the table", nil),
        Route("i ran out of patience with him", nil), Route("that list of names was long", nil),
        Route("the shopping was exhausting", nil), Route("i am free as a bird", nil), Route("am i dreaming", nil),
        Route("words fail me", nil), Route("he removed it from the list of suspects", nil),
        Route("i missed my appointment", nil), Route("the doctor gave me an appointment", nil),
        Route("take your shoes off", nil), Route("cross my heart", nil), Route("make a wish", nil),
    ]
}

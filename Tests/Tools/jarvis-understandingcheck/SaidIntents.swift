// SPDX-License-Identifier: GPL-3.0-or-later
// What the intents of the public data mean to JARVIS: which ones it promises to handle, which skills may answer, what
// may change, and how to judge the value. Intents in neither table are talk or only partly supported, and are not
// counted.

import JarvisCore

/// The acceptable outcomes of one kind of request.
struct Expectation: Sendable {
    /// The skills that may answer.
    var skills: Set<String>
    /// Prefixes of the names of what may change; empty if nothing may.
    var changes: [String] = []
    /// True if the request asks for a change, so that an answer without one is wrong.
    var mustChange = false
    /// Whether the request contains the value that it needs; if it doesn't, asking for it is right. Nil if it needs
    /// none.
    var needsValue: (@Sendable (SaidRequest) -> Bool)?
    /// Additional contents that the stores need.
    var extras: @Sendable (SaidRequest) -> RequestExtras = { _ in RequestExtras() }
    /// Whether the value is right; nil if it can't be judged.
    var judge: @Sendable (SaidRequest, RequestOutcome) -> Bool? = { _, _ in nil }
}

enum SaidIntents {
    /// Intents that JARVIS promises, by the data's names.
    static let promised: [String: Expectation] = [
        "alarm": alarm, "alarm_set": alarm,
        "alarm_query": Expectation(skills: ["alarm", "pending"]),
        "alarm_remove": Expectation(
            skills: ["alarm", "pending"], changes: ["alarm "],
            extras: { RequestExtras(minute: SimpleValues.time(SimpleValues.words($0.entity("time") ?? ""))?.minute) },
            judge: removedAlarm),
        "timer": Expectation(
            skills: ["timer", "pending"], changes: timed, mustChange: true, needsValue: hasNumber, judge: timerLength),
        "calculator": Expectation(skills: ["arithmetic", "bill", "number"], judge: sum),
        "qa_maths": Expectation(skills: ["arithmetic", "bill", "number", "conversion"], judge: sum),
        "measurement_conversion": Expectation(skills: ["conversion", "time-until", "date"], judge: conversion),
        "calendar": Expectation(skills: ["calendar", "reminder"]),
        "calendar_query": Expectation(skills: ["calendar", "reminder", "pending"]),
        "meeting_schedule": Expectation(skills: ["calendar"]),
        "date": Expectation(skills: ["date", "time-until"], judge: date),
        "datetime_query": Expectation(
            skills: ["date", "time", "world-time", "time-until", "calendar"], judge: placeOfTime),
        "datetime_convert": Expectation(skills: ["world-time", "time"]),
        "time": Expectation(skills: ["time", "world-time"], judge: placeOfTime),
        "timezone": Expectation(skills: ["world-time", "time"]),
        "definition": Expectation(skills: ["dictionary", "encyclopedia"], judge: definition),
        "qa_definition": Expectation(skills: ["dictionary", "encyclopedia"], judge: definition),
        "flip_coin": Expectation(skills: ["chance"]), "roll_dice": Expectation(skills: ["chance"]),
        "greeting": Expectation(skills: ["small-talk"]), "general_greet": Expectation(skills: ["small-talk"]),
        "goodbye": Expectation(skills: ["goodbye", "small-talk"]), "thank_you": Expectation(skills: ["small-talk"]),
        "what_is_your_name": Expectation(skills: ["small-talk"]), "who_made_you": Expectation(skills: ["small-talk"]),
        "are_you_a_bot": Expectation(skills: ["small-talk"]),
        "user_name": Expectation(skills: ["small-talk"]),
        "change_user_name": Expectation(
            skills: ["small-talk"], changes: ["name"], mustChange: true,
            needsValue: namesUser, judge: name),
        "change_speed": Expectation(skills: ["speaking-style"], changes: ["speed"], mustChange: true, judge: speed),
        "whisper_mode": Expectation(
            skills: ["speaking-style", "volume"], changes: ["loudness", "volume", "voice"], mustChange: true),
        "change_volume": Expectation(
            skills: ["volume", "speaking-style"], changes: ["volume", "loudness"], mustChange: true, judge: volume),
        "audio_volume_up": Expectation(
            skills: ["volume", "speaking-style"], changes: ["volume", "loudness"], mustChange: true, judge: volume),
        "audio_volume_down": Expectation(
            skills: ["volume", "speaking-style"], changes: ["volume", "loudness"], mustChange: true, judge: volume),
        "audio_volume_mute": Expectation(
            skills: ["volume", "speaking-style"], changes: ["volume", "loudness"], mustChange: true),
        "next_song": Expectation(skills: ["media"], changes: ["commands", "player"]),
        "what_song": Expectation(skills: ["media"]),
        "repeat": Expectation(skills: ["repeat"]),
        "spelling": Expectation(skills: ["spell"], judge: spelling),
        "tell_joke": Expectation(skills: ["joke"]), "general_joke": Expectation(skills: ["joke"]),
        "translate": Expectation(skills: ["translation"]),
        "what_can_i_ask_you": Expectation(skills: ["help", "small-talk"]),
        "weather": Expectation(skills: ["weather"], judge: weatherPlace),
        "weather_query": Expectation(skills: ["weather"], judge: weatherPlace),
        "news_query": Expectation(skills: ["news"]),
        "cancel": Expectation(skills: ["stop", "undo"], changes: ["volume"]),
        "reminder": Expectation(skills: ["reminder", "pending"]),
        "reminder_update": Expectation(
            skills: ["reminder", "pending"], changes: ["reminder "], mustChange: true, needsValue: hasTime,
            judge: reminder),
        "shopping_list": Expectation(skills: ["list"], needsValue: namesList, judge: listName),
        "todo_list": Expectation(skills: ["list", "calendar", "reminder"], judge: listName),
        "lists_query": Expectation(skills: ["list"], needsValue: namesList, judge: listName),
        "shopping_list_update": listUpdate, "todo_list_update": listUpdate, "lists_remove": listUpdate,
        "lists_createoradd": listUpdate,
    ]

    /// Intents for which JARVIS should do nothing: money, travel, cooking, cars, other people's services and the home.
    static let others: Set<String> = [
        "accept_reservations", "account_blocked", "application_status", "apr", "balance", "bill_balance", "bill_due",
        "book_flight", "book_hotel", "calories", "cancel_reservation", "car_rental", "card_declined",
        "confirm_reservation", "cook_time", "credit_limit", "credit_limit_change", "credit_score", "damaged_card",
        "direct_deposit", "directions", "distance", "expiration_date", "find_phone", "flight_status", "food_last",
        "freeze_account", "gas", "gas_type", "how_busy", "improve_credit_score", "income", "ingredient_substitution",
        "ingredients_list", "insurance", "insurance_change", "interest_rate", "international_fees",
        "international_visa", "jump_start", "last_maintenance", "lost_luggage", "make_call", "meal_suggestion",
        "min_payment", "mpg", "new_card", "nutrition_info", "oil_change_how", "oil_change_when", "oos", "order",
        "order_checks", "order_status", "pay_bill", "payday", "pin_change", "plug_type", "pto_balance", "pto_request",
        "pto_request_status", "pto_used", "recipe", "redeem_rewards", "replacement_card_duration", "report_fraud",
        "report_lost_card", "restaurant_reservation", "restaurant_reviews", "restaurant_suggestion",
        "rewards_balance", "rollover_401k", "routing", "schedule_maintenance", "share_location", "smart_home",
        "spending_history", "sync_device", "taxes", "text", "tire_change", "tire_pressure", "traffic", "transactions",
        "transfer", "travel_alert", "travel_notification", "travel_suggestion", "uber", "vaccines", "w2",
        "cooking_query", "cooking_recipe", "email_addcontact", "email_query", "email_querycontact", "email_sendemail",
        "iot_cleaning", "iot_coffee", "iot_hue_lightchange", "iot_hue_lightdim", "iot_hue_lightoff",
        "iot_hue_lighton", "iot_hue_lightup", "iot_wemo_off", "iot_wemo_on", "qa_stock", "recommendation_events",
        "recommendation_locations", "recommendation_movies", "social_post", "social_query", "takeaway_order",
        "takeaway_query", "transport_query", "transport_taxi", "transport_ticket", "transport_traffic",
    ]

    // MARK: Kinds

    private static let alarm = Expectation(
        skills: ["alarm", "pending"], changes: timed, mustChange: true, needsValue: hasNumber, judge: alarmTime)

    /// "Wake me in an hour" may become an alarm or a timer.
    private static let timed = ["alarm ", "timer ", "reminder "]

    private static let listUpdate = Expectation(
        skills: ["list"], changes: ["list ", "item "], needsValue: namesList,
        extras: { request in
            guard let removed = SimpleValues.items(request.text, removing, ["from", "off"]) else {
                return RequestExtras()
            }
            let list = request.text.contains("shop") || request.text.contains("grocer") ? "shopping" : "to-do"
            return RequestExtras(items: [list: removed.filter { !["milk", "eggs", "bread"].contains($0) }])
        }, judge: items)

    private static let adding: Set = ["add", "put", "include"]
    private static let removing: Set = ["remove", "delete", "take", "erase"]
    private static let namePhrases = ["call me", "my name is", "refer to me as", "go by", "address me as"]

    @Sendable private static func hasNumber(_ request: SaidRequest) -> Bool {
        let words = SimpleValues.words(request.text)
        // The article of "an alarm" isn't a number.
        return !SimpleValues.numbers(words).isEmpty
            || words.contains { ["noon", "midnight", "half"].contains($0) }
            || zip(words, words.dropFirst()).contains { $0 == "an" && $1 == "hour" }
    }

    /// "Call me something else" and "by this new name" hold no name.
    @Sendable private static func namesUser(_ request: SaidRequest) -> Bool {
        guard let rest = SimpleValues.rest(request.text, behind: namePhrases) else { return false }
        return !["something", "different", "another", "new name", "this name"].contains(where: rest.contains)
    }

    /// Of several lists, only a name says which one is meant; asking for it is all that can be done about "remove that
    /// from my list".
    @Sendable private static func namesList(_ request: SaidRequest) -> Bool {
        if request.isMarked { return request.entity("list_name") != nil }
        return ["shop", "grocer", "to do", "todo", "to-do", "chore", "task", "buy"].contains(
            where: request.text.contains)
    }

    @Sendable private static func hasTime(_ request: SaidRequest) -> Bool {
        let words = SimpleValues.words(request.text)
        let days: Set = [
            "today", "tomorrow", "tonight", "morning", "evening", "afternoon", "noon", "monday", "tuesday", "wednesday",
            "thursday", "friday", "saturday", "sunday", "week", "hour", "minutes", "weekend",
        ]
        return !SimpleValues.numbers(words).isEmpty || words.contains(where: days.contains)
    }

    // MARK: Judges

    /// The state fields of new things: seconds left, minute of the day, date, weekday, text, recurrence.
    @Sendable private static func made(_ kinds: [String], _ outcome: RequestOutcome) -> [[String]] {
        outcome.changes.filter { change in kinds.contains { change.key.hasPrefix($0) } }.compactMap { change in
            change.value.after.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        }
    }

    @Sendable private static func alarmTime(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        let text = request.isMarked ? request.entity("time") : request.text
        guard made(timed, outcome).count == 1, let made = made(timed, outcome).first, let text else { return nil }
        let words = SimpleValues.words(text)
        if let seconds = SimpleValues.seconds(words),
            text.contains("in ") || text.contains("from now") || request.isMarked
        {
            return Double(made[0]).map { abs($0 - seconds) < 60 }
        }
        let half = request.entity("timeofday").map { " " + $0 } ?? ""
        guard let time = SimpleValues.time(SimpleValues.words(text + half)), let minute = Int(made[1]) else {
            return nil
        }
        return time.isExact ? minute == time.minute : minute % 720 == time.minute % 720
    }

    @Sendable private static func removedAlarm(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        let gone = outcome.changes.filter { $0.key.hasPrefix("alarm ") }
        guard !gone.isEmpty else { return nil }
        return gone.values.contains { $0.before != nil && $0.after == nil } || request.text.contains("off")
    }

    @Sendable private static func timerLength(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard made(timed, outcome).count == 1, let made = made(timed, outcome).first,
            let seconds = SimpleValues.seconds(SimpleValues.words(request.text))
        else { return nil }
        return Double(made[0]) == seconds
    }

    @Sendable private static func isNear(_ text: String?, _ wanted: Double?) -> Bool? {
        guard let wanted else { return nil }
        guard let text, let value = Double(text) else { return false }
        return abs(value - wanted) <= max(0.02, abs(wanted) * 0.006)
    }

    @Sendable private static func sum(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        if outcome.skill == "conversion" { return conversion(request, outcome) }
        guard !request.text.contains("tip"), outcome.values["result"] != nil else { return nil }
        return isNear(outcome.values["result"], SimpleValues.result(request.text))
    }

    @Sendable private static func conversion(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard outcome.values["rest"] == nil else { return nil }
        return isNear(outcome.values["result"], SimpleValues.conversion(request.text))
    }

    @Sendable private static func date(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let date = outcome.values["date"] else { return nil }
        let words = SimpleValues.words(request.text)
        if words.contains(where: ["week", "weeks", "month", "months", "after", "year", "years", "ago"].contains) {
            return nil
        }
        if words.contains(where: ["days", "day"].contains), let number = SimpleValues.numbers(words).first,
            words.contains(where: ["in", "from"].contains), number.range.upperBound < words.count,
            ["day", "days"].contains(words[number.range.upperBound]), number.value < 25
        {
            return date == "2026-01-" + (number.value + 5 < 10 ? "0" : "") + "\(Int(number.value) + 5)"
        }
        if words.contains(where: { ["tomorrow", "tomorrow's"].contains($0) }) { return date == "2026-01-06" }
        if words.contains(where: { ["yesterday", "yesterday's"].contains($0) }) { return date == "2026-01-04" }
        if words.contains(where: { ["today", "today's", "current"].contains($0) }) { return date == "2026-01-05" }
        return nil
    }

    @Sendable private static func placeOfTime(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        var place = request.entity("place_name")
        if !request.isMarked {
            place = SimpleValues.rest(request.text, behind: ["in"])
        }
        guard let place, !["time", "zone", "timezone"].contains(where: place.contains), !place.contains("hour") else {
            return nil
        }
        // "The time in MST" is given as Mountain Time.
        if ["cst", "mst", "est", "pst", "gmt", "utc", "edt", "pdt", "cdt", "mdt"].contains(place) { return nil }
        if outcome.skill == "time" { return false }
        guard let found = outcome.values["place"] else { return nil }
        return place.contains(found.lowercased().prefix(4)) || found.lowercased().contains(place.prefix(4))
    }

    @Sendable private static func definition(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard outcome.skill == "dictionary", let word = outcome.values["word"]?.lowercased() else { return nil }
        if let marked = request.entity("definition_word") { return marked == word }
        let wanted = SimpleValues.rest(request.text, behind: ["definition of", "meaning of", "define", "meaning for"])
        return wanted.map { $0 == word }
    }

    @Sendable private static func spelling(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let word = outcome.values["word"]?.lowercased() else { return nil }
        let wanted = SimpleValues.rest(request.text, behind: ["spelling of", "spell out", "spell"])
        return wanted.map { $0 == word }
    }

    @Sendable private static func name(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let name = outcome.changes["name"]?.after else { return nil }
        let unread: Set = ["name", "is", "instead", "not", "by", "from", "something", "what", "and"]
        guard let wanted = SimpleValues.rest(request.text, behind: namePhrases),
            !wanted.split(separator: " ").contains(where: { unread.contains(String($0)) })
        else { return nil }
        return name.lowercased() == wanted
    }

    @Sendable private static func speed(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let change = outcome.changes["speed"], let before = change.before.flatMap(Double.init),
            let after = change.after.flatMap(Double.init)
        else { return nil }
        let words = SimpleValues.words(request.text)
        func has(_ stems: [String]) -> Bool { words.contains { word in stems.contains { word.hasPrefix($0) } } }
        let (fast, slow) = (has(["fast", "quick", "speed-up", "rapid"]), has(["slow"]))
        guard fast != slow, !words.contains("too"), !words.contains("so"), !has(["stop", "less", "not", "don"]) else {
            return nil
        }
        return fast ? after > before : after < before
    }

    @Sendable private static func volume(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let change = outcome.changes["volume"],
            let after = change.after?.split(separator: "|").first.flatMap({ Int($0) })
        else { return nil }
        let words = SimpleValues.words(request.text)
        let found = SimpleValues.numbers(words)
        func has(_ stems: [String]) -> Bool { words.contains { word in stems.contains { word.hasPrefix($0) } } }
        if found.count == 1 {
            if words.contains("by") || has(["notch", "percent-"]) { return nil }
            let value = Int(found[0].value)
            return after == value || value <= 10 && after == value * 10
        }
        let (up, down) = (
            has(["up", "rais", "increas", "loud", "high", "crank", "boost"]),
            has(["down", "lower", "decreas", "quiet", "soft", "reduc"])
        )
        guard found.isEmpty, up != down, !words.contains("too") else { return nil }
        return up ? after > 50 : after < 50
    }

    @Sendable private static func weatherPlace(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let asked = outcome.questions.last, asked.hasPrefix("weather ") else { return nil }
        let place = asked.dropFirst("weather ".count).lowercased()
        if request.isMarked {
            guard let wanted = request.entity("place_name") else { return place == "oslo" }
            return place.contains(wanted) || wanted.contains(place)
        }
        let wanted = SimpleValues.rest(request.text, behind: ["in"])
        guard let wanted, !wanted.contains("next"), !wanted.contains("week"), !wanted.contains("the"),
            SimpleValues.numbers(SimpleValues.words(wanted)).isEmpty, !wanted.contains("hour")
        else { return nil }
        return place == wanted.replacingCommas || wanted.hasPrefix(place)
    }

    @Sendable private static func reminder(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        guard let made = made(["reminder "], outcome).first else { return nil }
        guard let wanted = SimpleValues.rest(request.text, behind: ["remind me to", "reminder to", "me to"]) else {
            return nil
        }
        let label = made[4].lowercased()
        guard let first = wanted.split(separator: " ").first, label.hasPrefix(first) || label.isEmpty else {
            return false
        }
        // A label that ends in a word of a time was cut off in the wrong place.
        let ends: Set = ["at", "on", "of", "to", "for", "by", "am", "pm", "morning", "tomorrow", "until", "from"]
        return !ends.contains(label.split(separator: " ").last.map(String.init) ?? "")
    }

    /// "You have no does my shopping list" has misread the name.
    @Sendable private static func listName(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        for opening in ["You have no ", "on your "] {
            guard let start = outcome.text.firstRange(of: opening)?.upperBound,
                let end = outcome.text[start...].firstRange(of: " list")?.lowerBound, start < end
            else { continue }
            if outcome.text[start..<end].contains(".") || outcome.text[start...].hasPrefix("list") { continue }
            let words = outcome.text[start..<end].lowercased().split(separator: " ").map(String.init)
            let verbs: Set = [
                "is", "my", "the", "show", "list", "display", "does", "do", "have", "need", "me", "tell", "read",
                "what", "check",
            ]
            if words.suffix(2) == ["to", "do"] { return words.count <= 4 }
            return words.count <= 3 && verbs.isDisjoint(with: words)
        }
        return nil
    }

    @Sendable private static func items(_ request: SaidRequest, _ outcome: RequestOutcome) -> Bool? {
        let items = outcome.changes.filter { $0.key.hasPrefix("item ") }
        func names(_ isNew: Bool) -> Set<String> {
            Set(
                items.filter { ($0.value.after != nil) == isNew }.map {
                    let item = String($0.key.split(separator: "/").last ?? "")
                    // The article belongs to the item or not.
                    return ["the ", "a ", "an ", "some "].first(where: item.hasPrefix).map {
                        String(item.dropFirst($0.count))
                    }
                        ?? item
                })
        }
        let (new, gone) = (names(true), names(false))
        if let wanted = SimpleValues.items(request.text, adding, ["to", "on"]) {
            guard !outcome.changes.isEmpty else { return nil }
            return gone.isEmpty && new == Set(wanted)
        }
        if let wanted = SimpleValues.items(request.text, removing, ["from", "off"]) {
            guard !outcome.changes.isEmpty else { return nil }
            return new.isEmpty && gone.isSubset(of: wanted)
        }
        guard !new.isEmpty else { return nil }
        // An item that begins or ends with such a word was cut off in the wrong place.
        let ends: Set = [
            "to", "on", "from", "the", "my", "and", "off", "of", "a", "need", "needs", "put", "add", "remove", "list",
            "it", "go",
        ]
        return !new.contains { item in
            let words = item.split(separator: " ").map(String.init)
            return ends.contains(words.first ?? "") || ends.contains(words.last ?? "")
        }
    }
}

extension String {
    fileprivate var replacingCommas: String { split(separator: ",").joined() }
}

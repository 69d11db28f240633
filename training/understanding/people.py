# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what people have said to other assistants: CLINC150 and SLURP, as scripts/requests-check takes them.

The labels of the data are coarser than ours, or cut elsewhere: "change_volume" may be up, down or silence. A label here
is therefore one intent or several, joined by bars; fit.py shares a line among those that it lists.
"""

import re

OTHER = "other"

# What each intent of the data may be.
INTENTS = {
    "alarm": "alarm.set", "alarm_set": "alarm.set", "alarm_query": "alarm.list",
    "alarm_remove": "alarm.cancel|alarm.snooze", "timer": "timer.set",
    "calculator": "math.calculate|math.tip|math.split", "qa_maths": "math.calculate|convert",
    "measurement_conversion": "convert",
    "calendar": "calendar.day|calendar.next|calendar.free",
    "calendar_query": "calendar.day|calendar.next|calendar.free|reminder.list",
    "meeting_schedule": "calendar.day|calendar.next|calendar.free",
    "date": "date.today|date.of|date.weekday|date.until",
    "datetime_query": "time.now|time.place|date.today|date.of|date.weekday|date.until|calendar.day",
    "datetime_convert": "time.place|time.difference", "time": "time.now|time.place", "timezone": "time.place|time.difference",
    "definition": "define", "qa_definition": "define|encyclopedia", "qa_factoid": "encyclopedia",
    "flip_coin": "coin", "roll_dice": "dice",
    "greeting": "hello|how-are-you", "general_greet": "hello|how-are-you", "goodbye": "goodbye", "thank_you": "thanks",
    "what_is_your_name": "who-are-you", "who_made_you": "who-made-you", "are_you_a_bot": "are-you-real",
    "user_name": "name.get", "change_user_name": "name.set|name.ask",
    "change_speed": "style.faster|style.slower|style.normal", "whisper_mode": "style.quieter|style.normal",
    "change_volume": "volume.up|volume.down|volume.set|volume.mute", "audio_volume_up": "volume.up|volume.set|volume.unmute",
    "audio_volume_down": "volume.down|volume.set", "audio_volume_mute": "volume.mute",
    "next_song": "media.next", "what_song": "media.what", "repeat": "repeat", "spelling": "spell",
    "tell_joke": "joke", "general_joke": "joke", "translate": "translate", "what_can_i_ask_you": "help",
    "weather": "weather", "weather_query": "weather", "news_query": "news", "cancel": "stop|undo",
    "reminder": "reminder.list", "reminder_update": "reminder.set",
    "shopping_list": "list.read|list.names", "todo_list": "list.read|list.names", "lists_query": "list.read|list.names",
    "shopping_list_update": "list.add|list.remove|list.clear|list.create",
    "todo_list_update": "list.add|list.remove|list.clear|list.create",
    "lists_remove": "list.remove|list.clear", "lists_createoradd": "list.add|list.create",
    # What fits nowhere in the data; some of it an encyclopaedia tells.
    "oos": "other|encyclopedia",
}

# What JARVIS can do nothing about: money, travel, cooking, cars, other people's services and the home.
OTHERS = set(
    """
    accept_reservations account_blocked application_status apr balance bill_balance bill_due book_flight book_hotel
    calories cancel_reservation car_rental card_declined confirm_reservation cook_time credit_limit credit_limit_change
    credit_score damaged_card direct_deposit directions distance expiration_date find_phone flight_status food_last
    freeze_account gas gas_type how_busy improve_credit_score income ingredient_substitution ingredients_list insurance
    insurance_change interest_rate international_fees international_visa jump_start last_maintenance lost_luggage
    make_call meal_suggestion min_payment mpg new_card nutrition_info oil_change_how oil_change_when order
    order_checks order_status pay_bill payday pin_change plug_type pto_balance pto_request pto_request_status pto_used
    recipe redeem_rewards replacement_card_duration report_fraud report_lost_card restaurant_reservation
    restaurant_reviews restaurant_suggestion rewards_balance rollover_401k routing schedule_maintenance share_location
    smart_home spending_history sync_device taxes text tire_change tire_pressure traffic transactions transfer
    travel_alert travel_notification travel_suggestion uber vaccines w2
    cooking_query cooking_recipe email_addcontact email_query email_querycontact email_sendemail iot_cleaning
    iot_coffee iot_hue_lightchange iot_hue_lightdim iot_hue_lightoff iot_hue_lighton iot_hue_lightup iot_wemo_off
    iot_wemo_on qa_stock recommendation_events recommendation_locations recommendation_movies social_post social_query
    takeaway_order takeaway_query transport_query transport_taxi transport_ticket transport_traffic
    """.split()
)


# Words that settle which of a label's intents a line asks for, in this order; without one, the fit shares the line out.
_NUMBER = (
    r"\d|percent|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|half|max|maximum|minimum|full)\b"
)
_WHOLE = r"\b(all|everything|entire|whole|clear|empty|blank|every)\b|\b(delete|remove|erase|scrap|trash) (my|the|that|this) [\w -]*list\b"
_TAKEN = r"\b(remove|removed|delete|deleted|erase|erased|take|taken|cross|drop|scratch|strike|rid|no longer|not need|off)\b"
_ADDED = r"\b(add|added|put|include|append|insert|onto)\b"
_MADE = r"\b(create|start|make|begin|new) (\w+ ){0,3}(list|one)\b|\bnew list\b"
SETTLING = {
    "style.quieter|style.normal": [
        (r"\b(off|stop|disable|deactivate|exit|end|ended|quit|leave|cancel|normal|normally|regular|usual|no more|anymore|any more)\b"
         r"|\b(don't|dont|do not|not) (need|want|use|whisper)\b", "style.normal"),
        (r"", "style.quieter"),
    ],
    "style.faster|style.slower|style.normal": [
        (r"\b(don't|dont|not|stop|quit|too|so) (\w+ ){0,2}(fast|quick|quickly|rapidly|rapid)\b", "style.slower"),
        (r"\b(don't|dont|not|stop|quit|too|so) (\w+ ){0,2}(slow|slowly)\b", "style.faster"),
        (r"\b(fast|faster|quick|quicker|quickly|quicken|accelerate|rapid|rapidly|speed up|speed it up|increase|raise|speedier)\b",
         "style.faster"),
        (r"\b(slow|slower|slowly|slow down|decrease|reduce|lower)\b", "style.slower"),
        (r"\b(normal|regular|usual|default)\b", "style.normal"),
    ],
    "volume.up|volume.down|volume.set|volume.mute": [
        (_NUMBER, "volume.set"),
        (r"\b(mute|silence|silent)\b", "volume.mute"),
        (r"\b(up|increase|increased|raise|raised|louder|higher|amp|boost|crank|pump|more)\b", "volume.up"),
        (r"\b(down|decrease|decreased|lower|lowered|quieter|softer|reduce|reduced|lessen|drop|diminish|less)\b", "volume.down"),
    ],
    "volume.up|volume.set|volume.unmute": [
        (_NUMBER, "volume.set"), (r"\b(unmute|mute)\b", "volume.unmute"), (r"", "volume.up")],
    "volume.down|volume.set": [(_NUMBER, "volume.set"), (r"", "volume.down")],
    "list.add|list.remove|list.clear|list.create": [
        (rf"(?=.*(?:{_ADDED}))(?=.*(?:{_TAKEN}))", ""),
        (_ADDED, "list.add"), (_WHOLE, "list.clear"), (_TAKEN, "list.remove"), (_MADE, "list.create"),
    ],
    "list.remove|list.clear": [(_WHOLE, "list.clear"), (_TAKEN, "list.remove")],
    "list.add|list.create": [(_MADE, "list.create"), (_ADDED, "list.add")],
    "alarm.cancel|alarm.snooze": [(r"\bsnooze\b", "alarm.snooze"), (r"", "alarm.cancel")],
    "math.calculate|math.tip|math.split": [
        (r"\btip\b", "math.tip"), (r"\bsplit\b", "math.split"), (r"", "math.calculate")],
    "time.place|time.difference": [
        (r"\b(difference|apart|ahead|behind)\b", "time.difference"), (r"", "time.place")],
    "list.read|list.names": [(r"\blists\b", ""), (r"", "list.read")],
}
SETTLING = {label: [(re.compile(words), intent) for words, intent in rules] for label, rules in SETTLING.items()}


def settled(label, text):
    """The one intent of the label that the words ask for, or the label as it is."""
    for words, intent in SETTLING.get(label, []):
        if words.search(text.lower()):
            return intent or label
    return label


def text_of(line):
    """The words of a line of SLURP, without its marks, and said to JARVIS."""
    words = re.sub(r"\[[^:\]]*: *([^\]]*?) *\]", r"\1", line).split()
    if len(words) > 2 and words[0] in ("ok", "okay", "hey") and words[1] == "google":
        words[1] = "jarvis"
    return " ".join("jarvis" if word in ("olly", "alexa", "siri") else word for word in words)


def rows(folder, parts):
    """(label, text) of the lines of these thirds of each intent; the third 0 is kept out."""
    for name in ("clinc150.tsv", "slurp-devel.tsv"):
        numbers = {}
        for line in (folder / name).read_text().split("\n"):
            intent, mark, text = line.partition("\t")
            if not mark:
                continue
            # As VerdictsCheck counts them.
            numbers[intent] = numbers.get(intent, 0) + 1
            label = OTHER if intent in OTHERS else INTENTS.get(intent)
            if label and numbers[intent] % 3 in parts:
                text = text if name.startswith("clinc") else text_of(text)
                yield settled(label, text), text

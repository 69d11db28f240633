// SPDX-License-Identifier: GPL-3.0-or-later
// More requests in noise, as the neural recognizer heard them.

extension HeardInNoiseTests {
    static let second = """
        remind me in twenty minutes -> Bring mine me in 40 minutes.
        remind me in twenty minutes -> Green lime beans, and green beans.
        remind me in twenty minutes -> Reminds me in twenty digits.
        remind me in twenty minutes -> remind me in forty minutes
        repeat that -> Breathing that.
        repeat that -> For a piece that.
        repeat that -> I'll see you again.
        repeat that -> Repeat, relax.
        repeat that -> We'll keep that.
        repeat that -> forget it
        restart the computer -> Very sour to the computer.
        restart the computer -> We sparked a computer.
        restart the computer -> We sparked a new user.
        restart the computer -> stop the music
        resume the timer -> Listen the time of.
        resume the timer -> Presumably the timer.
        resume the timer -> There is even the timer.
        resume the timer -> This means the time of the.
        resume the timer -> delete the timer
        set a timer for fifteen minutes -> It's at a time of both the theme limits.
        set a timer for fifty minutes -> Sabbath time of four fifteen minutes.
        set a timer for fifty minutes -> Set a time report fifteen minutes.
        set a timer for fifty minutes -> set timer for fifteen minutes
        set a timer for ten minutes -> I said a penny, it's okay, no.
        set a timer for ten minutes -> Set a time of authenticity.
        set a timer for ten minutes -> Set a time or fourteen minutes.
        set a timer for ten minutes -> Set a time worth for it in minutes.
        set a timer for ten minutes -> So I became a fourth family.
        set a timer for ten minutes -> So I defined multiple fan units.
        set a timer for ten minutes -> So the time worked working in us.
        set a timer for ten minutes -> set a timer for eighteen minutes
        set a timer for two minutes and thirty seconds -> Set a time or fourteen minutes and thirty seconds,
        set a timer for two minutes and thirty seconds -> Set a time worth fourteen minutes and thirty seconds.
        set a timer for two minutes and thirty seconds -> Set a timer for two minutes and 30 seconds.
        set a timer for two minutes and thirty seconds -> set a timer for fourteen minutes and thirty seconds
        set an alarm for a quarter to nine -> So I am alone for a quarter to nine.
        set an alarm for seven -> Said in the land of the seven.
        set an alarm for seven thirty a m -> 17 o'clock,
        set an alarm for seven thirty a m -> Said in the larn for seven thirty.
        set an alarm for seven thirty a m -> Set an alarm for seven for the.
        set an alarm for seven thirty a m -> Set in alarm of 7:30.
        set an alarm for seven thirty a m -> set an alarm at seven thirty
        set an alarm for seven thirty a m -> set an alarm for seven thirty
        speak a little louder -> Speak a little, never.
        speak a little louder -> Speaking little lovers.
        speak a little louder -> speak a little lower
        speak a little louder -> speak a little softer
        speak slower -> Speaks lower.
        start a timer for an hour and a half -> It's part of the time of the four hour in the black.
        start a timer for an hour and a half -> It's part of the time or floor and now we're and we'll have.
        start a timer for an hour and a half -> It's tighter time if you're in the end of half.
        start a timer for an hour and a half -> Start a timer for an hour in the half
        start a timer for an hour and a half -> start an timer for an hour and a half
        take a note -> Take your nose.
        take a note buy bread -> Take a look by drag.
        take a note buy bread -> Take a note by Brad.
        take a note buy bread -> Take a note by Brett.
        take a note buy bread -> Take the note by bread.
        take a note buy bread -> Taking it by grill.
        take a screenshot -> It's a strange shot.
        tell me a joke -> Tell me truth.
        tell me a joke -> Tell me your joke.
        tell me a joke -> That's a weird choice.
        turn the volume up -> Turned about.
        turn the volume up -> volume up
        undo that -> I'm going to lie.
        use a female voice -> He was a keen outvoice.
        use a female voice -> use the female voice
        wake me at half past six -> Greatly, the cat has b***.
        wake me at half past six -> They do a half-touch fit.
        wake me at half past six -> They're making a cat pass pit.
        wake me up at half past six -> Greatly, I'd never pass it.
        wake me up at half past six -> Wait me about half past six.
        what are my reminders -> What am I hearing behind her?
        what can you do -> What's going to do?
        what day is it today -> What is it today?
        what day is it tomorrow -> What day is it, my roe?
        what day is it tomorrow -> What is it to Monroe?
        what day is it tomorrow -> What is it to my rule?
        what day is it tomorrow -> What is it tomorrow?
        what day is it tomorrow -> What is lit to my roof?
        what day is it tomorrow -> What things are tomorrow?
        what is forty plus thirteen -> What is forty was thirty.
        what is forty plus thirteen -> what is forty plus thirty
        what is fourteen plus thirty -> 14.
        what is fourteen plus thirty -> What is holding glass thirty?
        what is fourteen plus thirty -> pardon
        what is on my calendar today -> what is on my cal in there today
        what is on my calendar today -> what is on my calendar debate?
        what is on my calendar today -> what is on my calendar to date?
        what is on my calendar today -> what is on my cow and her today?
        what is on my calendar today -> what is on my cow in dirt today
        what is on my calendar today -> what is on the calendar today?
        what is seventy degrees fahrenheit in celsius -> What is seventy degrees Fahrenheit and Celsius?
        what is seventy degrees fahrenheit in celsius -> What is something to decrease hair and vitamin cells is,
        what is seventy degrees fahrenheit in celsius -> what is seventy degrees fahrenheit to celsius
        what is the square root of two -> God is the square root of two.
        what is the square root of two -> What is the square root of you?
        what is twelve times four -> What is hell times four?
        what is twelve times four -> What is well times for?
        what is twelve times four -> what is four times four
        what is twelve times four -> what is one times four
        what is twelve times nine -> What is well changed, mate?
        what is twelve times nine -> What is well times in life?
        what is twelve times nine -> What is well times, mine?
        what is twelve times nine -> What is well-paced means?
        what time is it -> That time is it.
        what timers do i have -> What can this be or how?
        what timers do i have -> What can you do like how?
        what timers do i have -> What time are you doing at?
        what timers do i have -> hello
        what's on my shopping list -> What's a much-hopping whistle?
        what's on my shopping list -> what is on my shopping list?
        what's twenty percent of fifty -> What's twenty per cent of fifty?
        what's twenty percent of fifty -> What's twenty percent of the fee?
        what's twenty percent of fifty -> what's twenty percent of thirty
        who are you -> He had this.
        who are you -> I will argue.
        who are you -> Love you. Love you.
        who are you -> You are new.
        who are you -> You are you.
        who are you -> You know you.
        """
}

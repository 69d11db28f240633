// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases about settings, with what each has to do: "=" sets, "+" and "-" change, "?" says the value, "!" says the
// limits, "=hand" opens the settings, "=reset" restores the default.

extension ExpectedPhrase {
    static let settings = table(
        """
        appearance.high-contrast=on|turn on high contrast
        appearance.high-contrast=on|high contrast on
        appearance.high-contrast=on|enable high contrast
        appearance.high-contrast=on|switch high contrast on
        appearance.high-contrast=on|i want high contrast
        appearance.high-contrast=on|use high contrast please
        appearance.high-contrast=off|turn high contrast off
        appearance.high-contrast=off|disable high contrast
        appearance.high-contrast=off|no more high contrast
        appearance.high-contrast=desktop|let high contrast follow the desktop
        appearance.high-contrast=reset|reset high contrast
        appearance.high-contrast?|is high contrast on
        appearance.high-contrast?|what is high contrast set to
        appearance.text-scale+|make the text bigger
        appearance.text-scale+|bigger text
        appearance.text-scale+|make the letters bigger
        appearance.text-scale+|increase the text size
        appearance.text-scale+|larger font please
        appearance.text-scale+|can you make the writing larger
        appearance.text-scale+|the text is too small
        appearance.text-scale-|make the text smaller
        appearance.text-scale-|smaller text
        appearance.text-scale-|decrease the text size
        appearance.text-scale-|the text is too big
        appearance.text-scale=1.5|set the text size to 1.5
        appearance.text-scale=1.5|set the text size to 150 percent
        appearance.text-scale=2|set the text size to the maximum
        appearance.text-scale=1|text size normal
        appearance.text-scale=reset|reset the text size
        appearance.text-scale=reset|put the text size back to normal
        appearance.text-scale?|what is the text size
        appearance.text-scale?|how big is the text
        appearance.text-scale!|set the text size to 500 percent
        appearance.reduced-motion=on|turn on reduced motion
        appearance.reduced-motion=on|reduce motion
        appearance.reduced-motion=on|turn off animations
        appearance.reduced-motion=on|stop the animations
        appearance.reduced-motion=on|no animations please
        appearance.reduced-motion=off|turn reduced motion off
        appearance.reduced-motion=off|turn the animations back on
        appearance.reduced-motion?|is reduced motion on
        appearance.reduced-transparency=on|turn on reduced transparency
        appearance.reduced-transparency=on|reduce transparency
        appearance.reduced-transparency=off|turn off reduced transparency
        appearance.reduced-transparency?|is reduced transparency enabled
        appearance.ambient-light=on|follow the room's light
        appearance.ambient-light=on|turn on follow the room's light
        appearance.ambient-light=off|stop following the room's light
        appearance.theme=dark|set the theme to dark
        appearance.theme=auto|set the theme to automatic
        appearance.theme=auto|use the automatic theme
        appearance.theme=custom|use the custom theme
        appearance.theme?|what theme are you using
        appearance.theme?|which theme is set
        appearance.theme=reset|reset the theme
        appearance.color-vision=protanopia|set colour vision to protanopia
        appearance.color-vision=deuteranopia|set color vision to deuteranopia
        appearance.color-vision=typical|set the colour vision to typical
        appearance.color-vision?|what is colour vision set to
        appearance.accent=#ff0000|set the first accent to red
        appearance.accent=#00ff00|make the accent color green
        appearance.accent?|what is the first accent
        appearance.warm-accent=reset|reset the second accent
        appearance.deep-accent?|what is the third accent
        appearance.sounds=off|turn off sounds
        appearance.sounds=off|turn the sounds off
        appearance.sounds=all|set sounds to all
        appearance.sounds=few|set sounds to few
        appearance.sounds?|which sounds are on
        appearance.vibration=on|turn on vibration
        appearance.vibration=off|turn off vibration
        appearance.vibration=off|stop vibrating
        appearance.vibration?|is vibration on
        appearance.particles=100|set particles to 100
        appearance.particles=0|no particles
        appearance.particles=500|set the particles to the maximum
        appearance.particles+|more particles
        appearance.particles-|fewer particles
        appearance.particles!|set particles to 9000
        appearance.particles?|how many particles are there
        appearance.animation-speed+|increase the animation speed
        appearance.animation-speed+|faster animations
        appearance.animation-speed-|slower animations
        appearance.animation-speed=1.5|set the animation speed to 1.5
        appearance.animation-speed?|what is the animation speed
        appearance.animation-speed=reset|reset the animation speed
        appearance.zoom+|make the visualizer bigger
        appearance.zoom-|make the visualizer smaller
        appearance.zoom=1.5|set the visualizer size to 1.5
        appearance.zoom?|what is the visualizer size
        appearance.hue=120|set the visualizer hue to 120
        appearance.hue=120|set the hue to 120 degrees
        appearance.hue=reset|reset the visualizer hue
        appearance.hue?|what is the visualizer hue
        detection.sensitivity=70|set sensitivity to 70
        detection.sensitivity=70|sensitivity 70
        detection.sensitivity=70|set the sensitivity to seventy percent
        detection.sensitivity=100|turn the sensitivity all the way up
        detection.sensitivity+|increase the sensitivity
        detection.sensitivity+|more sensitive please
        detection.sensitivity+|raise the sensitivity
        detection.sensitivity-|lower the sensitivity
        detection.sensitivity-|be less sensitive
        detection.sensitivity=60|raise the sensitivity by 10
        detection.sensitivity!|set sensitivity to 170
        detection.sensitivity?|what is the sensitivity
        detection.sensitivity?|how high is the sensitivity
        detection.sensitivity=reset|reset the sensitivity
        detection.sensitivity=reset|set sensitivity back to the default
        detection.mode=push-to-talk|use push to talk
        detection.mode=push-to-talk|switch to push to talk
        detection.mode=push-to-talk|turn on push to talk
        detection.mode=push-to-talk|set the detection mode to push to talk
        detection.mode=auto|set the detection mode to auto
        detection.mode=auto|switch to automatic detection
        detection.mode=auto-hold|set detection mode to auto hold
        detection.mode=disabled|set the detection mode to disabled
        detection.mode?|what detection mode are you in
        detection.mode?|what is the detection mode
        detection.mode?|is push to talk on
        detection.patience=relaxed|set patience to relaxed
        detection.patience=quick|set patience to quick
        detection.patience=relaxed|be more patient
        detection.patience?|what is your patience set to
        detection.patience=reset|reset the patience
        audio.echo-cancellation=on|turn on echo cancellation
        audio.echo-cancellation=off|turn off echo cancellation
        audio.echo-cancellation?|is echo cancellation on
        audio.noise-suppression=off|turn noise suppression off
        audio.noise-suppression=on|enable noise suppression
        audio.noise-suppression?|is noise suppression enabled
        audio.gain-control=off|disable automatic gain
        audio.gain-control=on|turn automatic gain on
        audio.gain-control?|is automatic gain on
        wake.required=on|wait for the wake word
        wake.required=on|turn on wait for the wake word
        wake.required=off|stop waiting for the wake word
        wake.required=off|turn off wait for the wake word
        wake.required?|do you wait for the wake word
        wake.phrase?|what is the wake word
        wake.phrase?|what's your wake word
        wake.phrase=hey computer|set the wake word to hey computer
        wake.phrase=hey computer|change the wake word to hey computer
        wake.phrase=reset|reset the wake word
        wake.phrase!|set the wake word to a
        wake.sensitivity=30|set wake sensitivity to 30
        wake.sensitivity=30|set the wake sensitivity to 30 percent
        wake.sensitivity-|lower the wake sensitivity
        wake.sensitivity+|increase the wake sensitivity
        wake.sensitivity?|what is the wake sensitivity
        conversation.talk-filter=strict|set answers to strict
        conversation.talk-filter=balanced|set answers to balanced
        conversation.talk-filter=strict|use the strict talk filter
        conversation.talk-filter?|what is the talk filter
        conversation.interruption=off|turn off interruption
        conversation.interruption=on|turn interruption on
        conversation.interruption?|is interruption on
        conversation.fillers=off|turn off fillers
        conversation.fillers=off|no fillers
        conversation.fillers=on|turn fillers on
        conversation.fillers?|are fillers on
        audio.other-players=softer|set other audio to softer
        audio.other-players=muted|set other audio to muted
        audio.other-players=unchanged|set other audio to unchanged
        audio.other-players?|what is other audio set to
        recognition.vocabulary?|what are your words set to
        recognition.vocabulary=siobhan|add siobhan to your words
        conversation.speaks-replies=off|turn off speak replies
        conversation.speaks-replies=off|stop speaking replies
        conversation.speaks-replies=on|turn speak replies on
        conversation.speaks-replies=on|read replies aloud
        conversation.speaks-replies?|is speak replies on
        voice.speed=1.5|set the speed to 1.5
        voice.speed=1.3|set your speed to 130 percent
        voice.speed?|what is your speed
        voice.speed?|how fast do you speak
        voice.speed!|set your speed to 10
        voice.speed=reset|reset the speed
        voice.pitch=3|set the pitch to 3
        voice.pitch=-2|set the pitch to minus two
        voice.pitch?|what is the pitch
        voice.pitch!|set the pitch to 40
        voice.pitch=reset|reset the pitch
        voice.volume?|what is your volume
        voice.name?|what voice are you using
        voice.name?|which voice is set
        voice.languages=hand|set voices for other languages
        voice.languages?|what are the voices for other languages
        audio.output?|which speakers are you using
        audio.input?|which microphone are you using
        audio.input?|what microphone is set
        audio.input=reset|reset the microphone setting
        audio.output=reset|reset the speakers
        user.name?|what is my name set to
        history.retention=30|keep messages for 30 days
        history.retention=7|set keep messages to 7 days
        history.retention=365|keep messages for a year
        history.retention?|how long do you keep messages
        history.session-only=on|turn on this session only
        history.session-only=off|turn off this session only
        history.session-only?|is this session only on
        recording.utterances?|do you record what i say
        recording.utterances=off|stop recording what i say
        recording.utterances=on|record what i say
        recording.retention?|how long do you keep recordings
        recording.retention=14|set keep recordings to 14 days
        privacy.history-lock=on|lock the history
        privacy.history-lock=on|turn on lock the history
        privacy.history-lock?|is the history locked
        privacy.unlock-minutes=10|set lock again after to 10 minutes
        privacy.unlock-minutes?|what is lock again after set to
        privacy.statistics=on|keep statistics
        privacy.statistics=off|stop keeping statistics
        privacy.statistics?|do you keep statistics
        online.weather?|is the weather service on
        online.weather=ask-first|turn on the weather service
        online.news?|is the news service on
        online.encyclopedia?|is the encyclopedia on
        online.translation?|is translation on
        online.place?|what is my place
        online.place=paris|set my place to paris
        online.weather-address=hand|change the weather server
        online.weather-address?|what is the weather server
        online.encyclopedia-address=hand|set the encyclopedia server
        online.translation-address=hand|set the translation server
        online.feeds=hand|change the news feeds
        online.feeds?|what are the news feeds
        reminders.background=off|turn off ring in the background
        reminders.background=on|ring in the background
        reminders.background?|do you ring in the background
        calls.incoming=off|turn off calls from jarvis
        calls.incoming=on|turn on calls from jarvis
        calls.incoming?|are calls from jarvis on
        background.wake-word=on|turn on wake word in the background
        background.wake-word?|is wake word in the background on
        background.locked=off|stop listening while locked
        background.locked=on|listen while locked
        background.locked?|do you listen while locked
        background.programs=off|turn off other programs
        background.programs?|is other programs on
        background.key=on|turn on key to talk
        background.key=off|turn off the key to talk
        background.key?|is key to talk on
        background.tray=off|hide the tray icon
        background.tray=off|turn off the icon in the tray
        background.tray=on|show the tray icon
        background.tray?|is the tray icon on
        notes.daily-prompt=on|turn on the daily prompt
        notes.daily-prompt=off|turn off the daily prompt
        notes.daily-prompt?|is the daily prompt on
        notes.prompt-hour=18|set the hour of the prompt to 18
        notes.prompt-hour=20|set the hour of the prompt to 8 pm
        notes.prompt-hour?|what is the hour of the prompt
        notes.show-line=on|turn on show the last note
        notes.show-line=off|turn show the last note off
        notes.show-line?|is show the last note on
        calendar.files=hand|change the calendar files
        calendar.files?|which calendar files do you use
        calendar.folder=hand|change the calendar folder
        calendar.folder?|which calendar do you write to
        recognition.engine=embedded|set the speech-to-text engine to embedded
        recognition.engine=whisper-server|set the speech to text engine to whisper server
        recognition.engine?|which speech to text engine are you using
        recognition.offline-model?|what is the offline speech model
        recognition.offline-model=hand|set the offline speech model
        recognition.address?|what is the recognition server address
        recognition.address=hand|change the recognition server address
        recognition.model?|what is the recognition model
        recognition.language=de|set the recognition language to german
        recognition.language=de|set recognition language to de
        recognition.language?|what is the recognition language
        synthesis.engine=embedded|set the text-to-speech engine to embedded
        synthesis.engine?|what is the text to speech engine
        synthesis.address=hand|change the synthesis server address
        synthesis.model?|what is the synthesis model
        synthesis.voice?|what is the synthesis voice
        servers.plain-keys=hand|change keys without encryption
        """)

    /// Sentences that neither the settings nor the window may act on.
    static let talk = """
        next
        stop
        pause
        go on
        next song
        next track
        previous song
        skip this one
        play the next song
        back to the previous song
        go back ten seconds
        go back to sleep
        i'll be back in five minutes
        my back hurts
        back in the day we had no phones
        close the door
        close the window in the kitchen
        close firefox
        close the document
        close the deal
        close your eyes
        it was a close game
        how close is the moon
        open firefox
        open the door
        open the garage
        open the window in the bedroom
        open a new tab
        open my email
        open the file manager
        open youtube
        open the terminal
        open up a bit
        the shop opens at nine
        scroll down in the document
        scroll down in firefox
        scroll through the pictures on the website
        the scroll was found in a cave
        turn it up
        turn it down
        turn up the volume
        turn the music down
        turn up the bass
        turn on the lights
        turn off the lights
        turn on the tv
        turn off the computer
        turn off the alarm
        turn off the timer
        turn on bluetooth
        turn off wifi
        turn on the heating
        turn on the radio
        set a timer for ten minutes
        set an alarm for seven
        set the table
        set the volume to 50 percent
        set the brightness to 70
        set the oven to 200 degrees
        set the temperature to 20
        set the thermostat to 70
        set the record straight
        make the music louder
        make it louder
        make a note
        make the bed
        make me a sandwich
        make the picture bigger
        make my day
        bigger is better
        bigger
        the text from my mother was nice
        text my mother
        text bob that i am late
        send a text to anna
        what did the text say
        what is the largest font
        what is the wake of a ship
        what is contrast
        what is high contrast imaging
        what is push to talk radio
        who invented push to talk
        what is echo cancellation
        how does noise suppression work
        what is sensitivity in statistics
        what is reduced motion
        what is dark matter
        is dark chocolate healthy
        is it dark outside
        is the door locked
        is the shop open
        is the speed of light constant
        what is the speed of light
        what is the speed of sound
        what is the volume of a sphere
        what is the volume of the moon
        what is the pitch of a screw
        what is my speed
        what is the theme of hamlet
        what is the theme of the party
        what is the weather
        is it raining
        what is the news
        read the news
        translate hello to french
        how many particles are in an atom
        how many particles are in the universe
        particles are small
        what is a particle
        sensitivity matters in medicine
        he has a lot of patience
        patience is a virtue
        be patient
        have patience
        the hue of the sea
        lock the screen
        lock the door
        lock the computer
        record a voice note
        record a video
        record the meeting
        keep the change
        keep it
        keep going
        keep quiet
        keep my seat
        remind me to turn on high contrast at work
        remind me to set sensitivity to 70
        add high contrast to my list
        add text size to the shopping list
        note that the wake word is hey computer
        note that the text is too small
        she said turn on high contrast
        he told me to quit
        tell her to close the settings
        don't turn on high contrast
        do not open the settings
        never use push to talk
        don't quit
        don't close
        please don't press anything
        i didn't press history
        i pressed the wrong button
        press play
        press on
        press the shirt
        press conference at noon
        click your fingers
        click bait
        tap water is fine
        select a random number
        pick a number
        pick a number between one and ten
        choose a movie
        show me the money
        show me pictures of cats
        show the way
        show me the number of planets
        show numbers in roman
        what number comes after nine
        numbers
        number five
        hide the body
        hide and seek
        hide the treasure
        compact cars are cheap
        a compact disc
        full screen the video
        full moon
        full
        make the video full screen
        mute the tv
        mute the music
        mute
        unmute
        mute firefox
        the microphone costs fifty euros
        what is a microphone
        how do i clean a microphone
        minimize the risk
        minimize firefox
        minimize costs
        quit smoking
        i want to quit my job
        quit it
        exit strategy
        exit through the gift shop
        exit the building
        when does the exit close
        log out
        log out of jarvis's account
        restart the computer
        shut down the computer
        sleep
        page three of the book
        turn the page
        the next page of the book is missing
        what's on the next page of the newspaper
        appearance matters
        her appearance was striking
        privacy is important
        voice of the people
        what is the history of rome
        tell me the history of france
        history was my favourite subject
        show me the history of germany
        conversation is an art
        a conversation with my boss
        the desktop is messy
        about time
        what about tomorrow
        how about pizza
        models walk on the runway
        listening is hard
        list my timers
        what timers do i have
        start a timer
        notes on a scale
        what are my notes
        read my notes
        delete my notes
        voice note
        call me later
        call me tomorrow
        call mom
        call off the meeting
        my name is anna
        what is my name
        what time is it
        how long is the movie
        how long do you cook pasta
        how fast is a cheetah
        how big is the moon
        how big is the text book
        the speed is too high
        you are too loud
        the lights are too bright
        the music is too loud
        the font of wisdom
        more
        less
        more coffee please
        fewer people came
        faster
        slower
        louder
        undo
        cancel
        reset the router
        reset my password
        reset the timer
        reset the stopwatch
        reset everything
        reset the clock to noon
        use a female voice
        use the force
        use your head
        use the internet for weather
        use a calculator
        switch to the next channel
        switch off the light
        switch the lamp on
        switch to channel four
        enable bluetooth
        disable wifi
        disable the alarm
        stop the music
        stop the timer
        stop listening to that song
        follow the money
        follow me
        dark mode
        light mode
        turn on dark mode
        is dark mode on
        answers please
        give me answers
        strict parents
        other audio books
        vibration of strings
        who sings good vibrations
        turn on some music
        sounds good
        sounds great
        that sounds like a plan
        what sounds do whales make
        the sounds of silence
        interruption is rude
        sorry for the interruption
        fillers in cosmetics
        the tray is full
        put the icon on the wall
        is the microphone stand sturdy
        increase my salary
        decrease the price
        raise the roof
        raise the alarm
        lower the blinds
        lower the price by ten percent
        set sensitivity to
        turn on high
        turn high
        use push
        make the text
        open the page
        open the settings of firefox
        show the settings of the router
        go to the bank
        go to bed
        go to the next town
        go to london
        go to privacy international's website
        scroll
        press
        press the
        click
        """.split(separator: "\n").map(String.init)
}

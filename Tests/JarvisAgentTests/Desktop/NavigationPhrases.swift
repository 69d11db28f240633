// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases that move through the window, with what each has to do.

extension ExpectedPhrase {
    static let navigation = table(
        """
        page:appearance|open the appearance page
        page:appearance|open the appearance settings
        page:appearance|show me the appearance settings
        page:appearance|go to appearance
        page:appearance|take me to the appearance page
        page:voice|open the voice page
        page:voice|show the voice settings
        page:voice|take me to the voice settings
        page:listening|open the listening settings
        page:listening|go to the listening page
        page:listening|could you open the page listening
        page:conversation|open the conversation settings
        page:conversation|show the conversation page of the settings
        page:models|open models and tools
        page:models|show me the models and tools page
        page:models|go to the models settings
        page:privacy|open the privacy settings
        page:privacy|let me see the privacy page
        page:privacy|bring up the privacy settings please
        page:desktop|show the desktop settings
        page:desktop|go to the desktop page
        page:about|open the about page
        page:about|show me the about page
        pane:settings|open settings
        pane:settings|open the settings
        pane:settings|open your settings please
        pane:settings|bring up the settings
        pane:settings|go to settings
        pane:settings|take me to the settings
        pane:settings|i want to see the settings
        pane:history|show the history
        pane:history|open the history
        pane:history|let me see the history
        pane:history|go to the history
        pane:timers|show the timers pane
        pane:timers|open the timers
        pane:lists|open the lists
        pane:lists|open my lists
        pane:commands|show the commands
        pane:commands|open the list of commands
        pane:shortcuts|show the keyboard shortcuts
        pane:notes|open the notes
        scroll:down|scroll down
        scroll:down|scroll down a bit
        scroll:down|scroll down please
        scroll:down|keep scrolling down
        scroll:down|page down
        scroll:down|can you scroll down
        scroll:up|scroll up
        scroll:up|scroll back up
        scroll:up|scroll up a little
        scroll:up|page up
        scroll:bottom|scroll to the bottom
        scroll:bottom|scroll all the way down
        scroll:bottom|go to the end of the page
        scroll:top|scroll to the top
        scroll:top|scroll all the way up
        scroll:top|go to the top of the page
        turn:next|next page
        turn:next|go to the next page
        turn:next|show the next page
        turn:previous|previous page
        turn:previous|go to the previous page
        turn:previous|last page please
        back|go back
        back|back
        back|back to the main screen
        back|take me back
        close|close
        close|close it
        close|close the settings
        close|close the history
        close|close this page
        close|close settings
        close|close this panel please
        close|dismiss the settings
        press:history|press history
        press:history|click history
        press:history|click on history
        press:history|press the history button
        press:history|push the button history
        press:settings|tap settings
        press:keyboard|press the keyboard button
        press:commands|select commands
        press:microphone|click the microphone
        numbers:show|show numbers
        numbers:show|show the numbers
        numbers:show|show me the numbers
        numbers:show|number the buttons
        numbers:show|put numbers on the buttons
        numbers:show|display numbers on everything
        numbers:hide|hide numbers
        numbers:hide|hide the numbers
        numbers:hide|take the numbers away
        numbers:hide|turn off the numbers
        number:5|press number five
        number:12|click 12
        number:3|press three
        number:7|choose number seven
        shape:compact|compact
        shape:compact|compact mode
        shape:compact|switch to compact mode
        shape:compact|make the window small
        shape:full|full screen
        shape:full|go full screen
        shape:full|fullscreen please
        shape:full|make the window full screen
        shape:normal|leave full screen
        shape:normal|exit full screen
        shape:normal|leave compact mode
        shape:normal|get out of full screen
        mute:on|mute the microphone
        mute:on|mute my microphone
        mute:on|mute the mic
        mute:on|turn the microphone off
        mute:on|switch off the mic
        mute:off|unmute the microphone
        mute:off|unmute the mic
        mute:off|turn the microphone on
        minimize|minimize
        minimize|minimize the window
        minimize|minimise yourself
        quit|quit jarvis
        quit|exit jarvis
        quit|close jarvis
        quit|quit the program
        quit|shut down jarvis
        """)
}

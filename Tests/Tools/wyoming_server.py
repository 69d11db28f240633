# SPDX-License-Identifier: GPL-3.0-or-later
"""A Wyoming server that hears how much sound it got and speaks silence; its wire code is the wyoming package's own."""

import asyncio
import os
import sys

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info, TtsProgram, TtsVoice
from wyoming.server import AsyncEventHandler, AsyncTcpServer
from wyoming.tts import Synthesize

MAKER = Attribution(name="tests", url="")
COMMON = {"attribution": MAKER, "installed": True, "version": "1"}
MODEL = AsrModel(name="whole", description=None, languages=["en"], **COMMON)
VOICE = TtsVoice(name="tester", description="A voice for tests", languages=["en", "de"], **COMMON)
INFO = Info(
    asr=[AsrProgram(name="ears", description=None, models=[MODEL], supports_transcript_streaming=True, **COMMON)],
    tts=[TtsProgram(name="mouth", description=None, voices=[VOICE], **COMMON)],
)
RATE = 22050


class Handler(AsyncEventHandler):
    """One connection."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.request = Transcribe()
        self.sound = b""

    async def handle_event(self, event):
        if Describe.is_type(event.type):
            await self.write_event(INFO.event())
        elif Transcribe.is_type(event.type):
            self.request = Transcribe.from_event(event)
        elif AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            assert (start.rate, start.width, start.channels) == (16000, 2, 1)
            self.sound = b""
            if self.request.name == "streaming":
                await self.write_event(TranscriptStart().event())
        elif AudioChunk.is_type(event.type):
            self.sound += AudioChunk.from_event(event).audio
        elif AudioStop.is_type(event.type):
            await self.transcribe()
            return False
        elif Synthesize.is_type(event.type):
            await self.speak(Synthesize.from_event(event))
            return False
        return True

    async def transcribe(self):
        value = int.from_bytes(self.sound[:2], "little", signed=True)
        text = f"{len(self.sound) // 2} samples of {value} in {self.request.language}"
        if self.request.name == "streaming":
            for word in text.split(" "):
                await self.write_event(TranscriptChunk(text=word + " ").event())
        await self.write_event(Transcript(text=text).event())
        if self.request.name == "streaming":
            await self.write_event(TranscriptStop().event())

    async def speak(self, request):
        if request.voice and request.voice.name != "tester":
            await self.write_event(Error(text=f"no voice {request.voice.name}").event())
            return
        await self.write_event(AudioStart(rate=RATE, width=2, channels=1).event())
        rest = b"\1\0" * (RATE * len(request.text) // 20)
        while rest:
            chunk = AudioChunk(rate=RATE, width=2, channels=1, audio=rest[:2048])
            await self.write_event(chunk.event())
            rest = rest[2048:]
        await self.write_event(AudioStop().event())


class Server(AsyncTcpServer):
    """Listens on a port of the system's choice and says which."""

    async def run(self, handler_factory):
        server = await asyncio.start_server(
            lambda reader, writer: self._handler_callback(handler_factory, reader, writer), self.host, self.port
        )
        print("port", server.sockets[0].getsockname()[1], flush=True)
        parent = os.getppid()
        # A test that crashed cannot end its server.
        while os.getppid() == parent:
            await asyncio.sleep(1)
        sys.exit(0)


asyncio.run(Server("127.0.0.1", 0).run(Handler))

"""How much is read again while an answer streams: prints characters parsed over streamed."""

import json
import sys

from served import text_of

from studio.ui.chat.markdown import MarkdownStream

_LENGTH = 100_000
_DELTA = 66  # what arrives in a frame of 33 ms at 500 tokens/s

text = text_of(_LENGTH)
stream = MarkdownStream()
for at in range(0, len(text), _DELTA):
    stream.feed(text[at : at + _DELTA])
stream.finish()
sys.stdout.write(json.dumps({"ratio": stream.parsed_chars / len(text)}) + "\n")

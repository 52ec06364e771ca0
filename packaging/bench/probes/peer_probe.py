"""The same answer in what Qt offers for it: one text browser, its Markdown set 30 times a second.

Prints the gaps of the GUI thread and how much of the text was shown in the time it took to arrive.
"""

import json
import sys
import time

from gaps import watched
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QTextBrowser
from served import text_of

_LENGTH = 100_000
_SECONDS = 50.0  # 500 tokens of four letters a second
_FRAME_MS = 33

application = QApplication([])
browser = QTextBrowser()
browser.resize(700, 640)
browser.show()
text = text_of(_LENGTH)
begun, used, shown = time.monotonic(), time.process_time(), 0


def show() -> None:
    """What has arrived by now."""
    global shown
    elapsed = time.monotonic() - begun
    shown = min(_LENGTH, round(_LENGTH * elapsed / _SECONDS))
    browser.setMarkdown(text[:shown])
    browser.verticalScrollBar().setValue(browser.verticalScrollBar().maximum())
    if elapsed >= _SECONDS:
        application.quit()


timer = QTimer()
timer.setInterval(_FRAME_MS)
timer.timeout.connect(show)
timer.start()
with watched() as gaps:
    application.exec()
cpu = time.process_time() - used
sys.stdout.write(json.dumps({**gaps.figures(), "cpu": cpu, "shown": shown}) + "\n")

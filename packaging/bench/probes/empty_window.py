"""The least a Qt window can take: the measure of a start.

Imports nothing more than that, hence no `override`; the name is Qt's.
"""

import json
import os
import sys
import time

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow

_STARTED = float(os.environ["CALLBOARD_BENCH_STARTED"])


class _Empty(QMainWindow):
    is_painted = False

    def paintEvent(self, event: QPaintEvent) -> None:  # type: ignore[explicit-override]  # noqa: N802 - see above
        super().paintEvent(event)
        self.is_painted = True


qt = QApplication([])
window = _Empty()
window.resize(1180, 780)
window.show()
while not window.is_painted:
    qt.processEvents()
sys.stdout.write(json.dumps({"ms": (time.time() - _STARTED) * 1000}) + "\n")
sys.stdout.flush()
os._exit(0)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds programs on the accessibility bus."""
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi


def application(pid):
    """The program's root object; None while it has not come, or has no window yet."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == pid and child.get_child_count() > 0:
            return child
    return None

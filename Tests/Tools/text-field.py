#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# A window of another program with a text field that has the keyboard, for what types into one.
#
# usage: text-field.py gtk|selected|qt|password FILE    writes the field's text to FILE whenever it changes, until it is ended
import sys

kind, path = sys.argv[1:]
BEGINNING = "Dear all"


def write(text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if kind == "qt":
    from PyQt5.QtWidgets import QApplication, QLineEdit

    application = QApplication(["field"])
    field = QLineEdit(BEGINNING)
    field.setWindowTitle("Field")
    field.textChanged.connect(write)
    field.show()
    field.setFocus()
    field.end(False)
    write(BEGINNING)
    application.exec_()
else:
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gtk

    def activate(application):
        window = Gtk.ApplicationWindow(application=application, title="Field", default_width=400)
        field = Gtk.PasswordEntry() if kind == "password" else Gtk.Entry()
        field.set_text(BEGINNING)
        field.connect("changed", lambda entry: write(entry.get_text()))
        window.set_child(field)
        window.present()
        field.grab_focus()
        field.select_region(5, -1) if kind == "selected" else field.set_position(-1)
        write(BEGINNING)

    application = Gtk.Application(application_id="org.example.Field")
    application.connect("activate", activate)
    application.run([])

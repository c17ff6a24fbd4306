#!/usr/bin/env python3
"""Uses the installed wallet as a person with a screen reader does: for scripts/package-root.

    screen_reader.py create|receive|link|practise

It runs where nothing of the project is but the packages, so it has the libraries of the desktop's own screen reader.
"""
import os
import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Atspi, Gdk, GLib  # noqa: E402

PATIENCE = 60
PASSPHRASE = "tin whistle harbour 42"
# The test key of BIP-173, on a regression test network.
RECIPIENT = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"


def elements(element):
    """An element and all below it, in reading order, as far as they are on the screen."""
    try:
        element.clear_cache()
        if element.get_role() != Atspi.Role.APPLICATION:
            if not element.get_state_set().contains(Atspi.StateType.SHOWING):
                return
            yield element
        for index in range(min(element.get_child_count(), 1000)):
            child = element.get_child_at_index(index)
            if child is not None:
                yield from elements(child)
    except GLib.Error:
        pass  # It is gone.


def words(element):
    """What a screen reader says of an element: its text, or its name."""
    text = Atspi.Text.get_text(element, 0, -1) if "Text" in element.get_interfaces() else ""
    return text or element.get_name() or ""


def role(element):
    """The role, by its name before at-spi2-core 2.56."""
    name = element.get_role_name()
    return "push button" if name == "button" else name


def screen():
    """The elements of all programs on the screen."""
    while GLib.MainContext.default().iteration(False):
        pass
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for index in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(index)
        if program is not None:
            yield from elements(program)


def find(wanted, name, state=None, dialog=None):
    """The first element on the screen, or in this dialog, of this role whose name, text or description fits the pattern."""
    place = find("dialog", dialog) if dialog else None
    if dialog and place is None:
        return None
    for element in elements(place) if place else screen():
        try:
            if role(element) != wanted or state and not element.get_state_set().contains(state):
                continue
            if any(re.search(name, said or "") for said in (element.get_name(), words(element), element.get_description())):
                return element
        except GLib.Error:
            continue
    return None


def see(wanted, name, state=None, dialog=None):
    """Waits for an element."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = find(wanted, name, state, dialog)
        if found is not None:
            return found
        time.sleep(0.2)
    portray("missing")
    lines = [f"{role(element)} “{element.get_name()}” {words(element)[:100]}" for element in screen()]
    sys.exit("\n".join([*lines, f"No {wanted} with “{name}” is on the screen."]))


def press(name, wanted="push button", dialog=None):
    """Presses an element, once it can be pressed."""
    Atspi.Action.do_action(see(wanted, name, Atspi.StateType.SENSITIVE, dialog), 0)


def write(name, text, wanted="text"):
    """Replaces the text of a field."""
    Atspi.EditableText.set_text_contents(see(wanted, name, Atspi.StateType.EDITABLE), text)


def read_to_end():
    """Scrolls to the end of everything that can be scrolled."""
    for element in list(screen()):
        if role(element) == "scroll bar":
            Atspi.Value.set_current_value(element, Atspi.Value.get_maximum_value(element))


def portray(name):
    """Saves a screenshot, if PORTRAITS names a folder."""
    folder = os.environ.get("PORTRAITS")
    if folder:
        time.sleep(1)
        window = Gdk.get_default_root_window()
        image = Gdk.pixbuf_get_from_window(window, 0, 0, window.get_width(), window.get_height())
        image.savev(f"{folder}/{name}.png", "png", [], [])


def create():
    """Creates a wallet at the first start."""
    see("heading", "Set up a wallet")
    portray("first-start")
    press("Create a new wallet")
    write("^Name of the wallet", "Pocket")
    press("^Show recovery phrase")
    see("heading", "Write down your recovery phrase")
    phrase = {element.get_description(): words(element) for element in screen() if role(element) == "label"}
    press("^I have written it down")
    see("heading", "Confirm your recovery phrase")
    for place, word in phrase.items():
        if re.match(r"Word \d", place or "") and find("text", f"^{place}$"):
            write(f"^{place}$", word)
    press("^Continue")
    write("^Passphrase", PASSPHRASE, "password text")
    write("^Confirm passphrase", PASSPHRASE, "password text")
    press("^Encrypt")
    see("heading", "Unlock “Pocket”")


def unlock():
    """Opens the wallet."""
    write("^Passphrase", PASSPHRASE, "password text")
    press("^Unlock$", dialog="unlock")


def receive():
    """Unlocks the wallet, chooses own servers, and looks at an address."""
    unlock()
    see("heading", "Which servers may the wallet ask")
    press("Use my own servers")
    press("^Show the wallet")
    press("^Receive")
    press("^BTC, Bitcoin$")
    print(words(see("label", "^bc1q[a-z0-9]{38}$")))
    portray("receive")


def link():
    """Unlocks the wallet for a link that another program has opened, and sees the form that it fills in."""
    unlock()
    see("heading", "^Send BTC on Bitcoin$")
    portray("link")


def practise():
    """Receives and sends coins that have no value."""
    see("label", "Practice: no real money")
    press("^1 tBTC, Bitcoin regtest")
    press("^Receive")
    see("label", "^bcrt1q[a-z0-9]{38}$")
    press("^Send me some")
    see("label", re.escape("+0.05 tBTC"))
    portray("practice-receive")
    press("^Show the wallet")
    press(re.escape("1.05 tBTC"))
    press("^Send…")
    write("^Recipient", RECIPIENT)
    write("^Amount in tBTC", "0.2")
    press("^Review")
    see("heading", re.escape("Send 0.2 tBTC"))
    read_to_end()
    portray("practice-approval")
    if find("check box", "I understand"):
        press("I understand", "check box")
    press("^Send$", dialog="Approval")
    see("heading", "^Sent$")
    press("^History")
    see("push button", r"Send 0\.2 tBTC.*([Cc]onfirm)")
    portray("practice-history")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Atspi.init()
    {"create": create, "receive": receive, "link": link, "practise": practise}[sys.argv[1]]()

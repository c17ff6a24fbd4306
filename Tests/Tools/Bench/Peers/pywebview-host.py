"""The page of the benchmark in pywebview, with the same two methods as the other hosts."""

import json
import sys
import time

import webview


class Api:
    """What the page can call."""

    def call(self, text: str) -> str:
        request = json.loads(text)
        command = request["command"]
        data = request["data"] if command == "echo" else {"stamp": str(time.monotonic_ns())}
        return json.dumps({"messageId": request["messageId"], "command": command, "data": data})


webview.create_window("bench", sys.argv[1], js_api=Api(), hidden=True)
webview.start(gui="gtk")

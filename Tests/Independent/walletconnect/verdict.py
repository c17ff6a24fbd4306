"""What the files of the two sides of a session must say after a run with faults."""

import json
from collections import Counter

# What an app gets of a request whose wallet ended between the approval and the answer.
INTERRUPTED = "ended after its user had approved"

# So many questions may have been shown while the outcome of the first one was being stored.
RECENT = 3


def read(path):
    """The lines of a file; what a killed program has not finished is not there."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def number(text):
    """The number of a request."""
    return int(text.removeprefix("Request "))


class Verdict:
    """Compares what the app asked for, and what came of it, with what the wallet showed and signed."""

    def __init__(self, app, wallet, count, kills):
        self.faults = []
        self.signatures = {}
        self.count = count
        self._outcomes(app)
        self._wallet(wallet, kills)
        self._compare()
        self._ends(app, wallet)

    def _check(self, holds, sentence):
        if not holds:
            self.faults.append(sentence)

    def _outcomes(self, app):
        asked = Counter(line["asked"] for line in app if "asked" in line)
        lines = [line for line in app if "request" in line]
        told = Counter(line["request"] for line in lines)
        for one in range(1, self.count + 1):
            self._check(asked[one] == 1, f"request {one} was made {asked[one]} times")
            self._check(told[one] == 1, f"request {one} has {told[one]} outcomes")
        self._check(len(told) <= self.count, "there are outcomes of requests that were not made")
        self.outcomes = {line["request"]: line for line in lines}

    def _wallet(self, wallet, kills):
        """Reads what the wallet did, from run to run."""
        self.approved, self.signed, self.rejected = Counter(), {}, Counter()
        self.shown, self.again = Counter(), 0
        decided, refused, run, recent, ends, shown_in = set(), set(), 0, [], {}, {}
        for line in wallet:
            if "run" in line:
                ends[run] = recent[-RECENT:]
                run, recent = run + 1, []
            elif "shown" in line:
                one = number(line["shown"])
                if one in shown_in:
                    # Only what was on the screen when the wallet was killed is shown once more, or was rejected at that
                    # moment.
                    earlier = shown_in[one]
                    before = ends.get(earlier, [])
                    self.again += 1
                    self._check(earlier < run, f"request {one} was shown twice by the same wallet")
                    self._check(
                        before[-1:] == [one] or one in before and one in refused,
                        f"request {one} was shown again, but was not on the screen")
                    self._check(one not in decided, f"request {one} was shown again after its approval")
                shown_in[one] = run
                recent.append(one)
                self.shown[one] += 1
            elif "approved" in line:
                one = number(line["approved"])
                decided.add(one)
                self.approved[one] += 1
                self._check(self.approved[one] == 1, f"request {one} was approved twice")
            elif "signed" in line:
                one = number(line["signed"])
                self._check(one not in self.signed, f"request {one} was signed twice")
                self._check(one in decided, f"request {one} was signed without an approval")
                self.signed[one] = line["signature"]
            elif "rejected" in line:
                refused.add(number(line["rejected"]))
                self.rejected[number(line["rejected"])] += 1
        ends[run] = recent[-RECENT:]
        self.ends = ends
        # A wallet may be killed before it says that it runs.
        self._check(1 <= run <= kills + 1, f"the wallet ran {run} times, and was killed {kills} times")

    def _compare(self):
        """Each request has the same state on both sides."""
        self.states = Counter()
        killed = {one for run, recent in self.ends.items() if run < max(self.ends) for one in recent}
        for one, line in sorted(self.outcomes.items()):
            shown, signed = self.shown[one], self.signed.get(one)
            if line["outcome"] == "result":
                self.states["signed"] += 1
                self.signatures[one] = line["signature"]
                self._check(shown >= 1, f"request {one} was signed and not shown")
                self._check(signed == line["signature"], f"request {one} has another signature in the wallet")
            elif line["outcome"] == "rejected" and line["code"] == "4001":
                self.states["rejected"] += 1
                self._check(self.rejected[one] >= 1, f"the user has not rejected request {one}")
                self._check(signed is None, f"request {one} was signed and rejected")
            elif line["outcome"] == "rejected" and INTERRUPTED in line["message"]:
                self.states["interrupted"] += 1
                self._check(one in killed, f"request {one} was not being carried out when the wallet was killed")
            else:
                self._check(False, f"request {one} ended otherwise: {json.dumps(line)}")
        for one in set(self.shown) | set(self.signed):
            self._check(one in self.outcomes, f"request {one} has no outcome for the app")
        for one in self.signed:
            self._check(self.rejected[one] == 0, f"request {one} was rejected and signed")

    def _ends(self, app, wallet):
        for name, lines in (("app", app), ("wallet", wallet)):
            self._check(not any("ended" in line for line in lines), f"the session ended for the {name}")
        self._check(not any("late" in line for line in app), "an answer came late")
        self._check(not any("withdrawn" in line for line in wallet), "a request was withdrawn")
        self._check([line["unread"] for line in app if "unread" in line] == [0], "the app has answers nobody read")
        self._check([line["pending"] for line in wallet if "pending" in line] == [0], "the wallet has open requests")

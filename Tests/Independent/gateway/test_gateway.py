"""Holds the gateway of `drawbridge-dev pay-gateway`, and the client that asks it, to docs/protocol/pay-gateway.yaml."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml
from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict
from urllib.parse import parse_qsl, urlsplit

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
DESCRIPTION = ROOT / "docs/protocol/pay-gateway.yaml"
PROGRAM = os.environ.get("DRAWBRIDGE_DEV", str(ROOT / ".build/debug/drawbridge-dev"))
HOST = "http://127.0.0.1:8080"

# Fewer, and something was not asked.
LEAST_CASES = 700


@contextlib.contextmanager
def gateway(*arguments):
    """Runs the program, and gives the address at which it serves."""
    process = subprocess.Popen([PROGRAM, "pay-gateway", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def exchanges(path):
    """The exchanges of a record that the description knows and no fault has spoiled."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if line["call"] not in (None, "form", "submit")]


class RecordedRequest:
    """A request of a record, as openapi-core wants to see it."""

    def __init__(self, line):
        parts = urlsplit(line["target"])
        self.host_url = HOST
        self.path = parts.path
        self.method = line["method"].lower()
        self.body = line["body"].encode() or None
        headers = Headers([tuple(pair) for pair in line["headers"]])
        self.content_type = headers.get("Content-Type", "")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(parts.query, keep_blank_values=True)), header=headers, cookie={})


class RecordedAnswer:
    """An answer of a record, as openapi-core wants to see it."""

    def __init__(self, line):
        self.status_code = line["status"]
        self.headers = Headers([tuple(pair) for pair in line["answerHeaders"]])
        self.content_type = self.headers.get("Content-Type", "")
        self.data = line["answer"].encode()


def faults(description, line, with_request=True):
    """What is wrong with an exchange, as sentences."""
    request, found = RecordedRequest(line), []
    if with_request:
        found += [f"request: {error} {error.__cause__ or ''}" for error in description.iter_request_errors(request)]
    answer = RecordedAnswer(line)
    found += [f"answer: {error} {error.__cause__ or ''}" for error in description.iter_response_errors(request, answer)]
    return [f"{line['method']} {line['target']} {line['status']}: {fault}" for fault in found]


class Gateway(unittest.TestCase):
    def test_the_program_keeps_to_the_description(self):
        with tempfile.TemporaryDirectory() as folder:
            with gateway(
                "--script", str(HERE / "script.json"), "--app-id", "app-1", "--api-key", "key-1"
            ) as address:
                command = [
                    str(pathlib.Path(sys.executable).parent / "schemathesis"),
                    "--config-file", str(HERE / "schemathesis.toml"), "run", str(DESCRIPTION), "--url", address,
                    "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "10", "--warnings", "off",
                ]
                run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            passed = re.search(r"([\d,]+) generated, ([\d,]+) passed", run.stdout)
            self.assertIsNotNone(passed, run.stdout)
            cases = int(passed[2].replace(",", ""))
            print(f"schemathesis: {cases} cases passed")
            self.assertGreaterEqual(cases, LEAST_CASES)


class Exchanges(unittest.TestCase):
    """The exchanges of the client that pays, written by its own tests against the gateway."""

    @classmethod
    def setUpClass(cls):
        cls.description = OpenAPI.from_dict(yaml.safe_load(DESCRIPTION.read_text()))
        folder = pathlib.Path(os.environ["DRAWBRIDGE_RECORDS"])
        cls.lines = [line for path in sorted(folder.glob("*.jsonl")) for line in exchanges(path)]

    def test_every_request_and_every_answer_is_as_described(self):
        # What the script spoiled, or filled with things to come, is not meant to be as described.
        whole = [line for line in self.lines if not line["spoiled"] and "futureMember" not in line["answer"]]
        for line in whole:
            with self.subTest(line["target"]):
                self.assertEqual(faults(self.description, line), [])
        print(f"openapi-core: {len(whole)} requests and answers")

    def test_requests_are_right_whatever_becomes_of_the_answer(self):
        for line in self.lines:
            with self.subTest(line["target"]):
                errors = list(self.description.iter_request_errors(RecordedRequest(line)))
                self.assertEqual(errors, [])

    def test_nothing_is_left_out(self):
        calls = {line["call"] for line in self.lines}
        self.assertLessEqual({"options", "fetch", "confirm", "status", "cancel"}, calls)
        self.assertTrue(any(line["status"] == 200 for line in self.lines))
        self.assertTrue(any(line["status"] >= 400 for line in self.lines))

    def test_a_wrong_exchange_is_noticed(self):
        """The validator is not blind: each of these changes to a right exchange is an error."""
        line = next(line for line in self.lines if line["call"] == "options" and line["status"] == 200)
        answer = json.loads(line["answer"])
        spoiled = [
            line | {"headers": [pair if pair[0].lower() != "wcp-version" else [pair[0], "yesterday"] for pair in line["headers"]]},
            line | {"body": json.dumps({"accounts": "none"})},
            line | {"target": line["target"].replace("=true", "=perhaps").replace("=false", "=perhaps")},
            line | {"status": 299},
            line | {"answer": json.dumps(answer | {"options": {}})},
            line | {"answer": json.dumps(answer | {"options": [{"id": "1"}]})},
        ]
        self.assertEqual(faults(self.description, line), [])
        for wrong in spoiled:
            self.assertNotEqual(faults(self.description, wrong), [], wrong)


if __name__ == "__main__":
    unittest.main()

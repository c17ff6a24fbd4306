"""Holds our description, `drawbridge-dev pay-gateway` and its client to the facts of the operator's description."""

import itertools
import json
import os
import pathlib
import unittest
import urllib.error
import urllib.request
from urllib.parse import parse_qsl, urlsplit

import yaml
from official import CALLS, FACTS, answer_misfits, differences, misfits
from test_gateway import DESCRIPTION, exchanges, gateway

# docs/protocol/walletconnect-pay.md gives the reasons.
DEVIATIONS = {
    # Seen on the live gateway.
    "GetPaymentOptionsResponse.resultInfo", "ConfirmPaymentResponse.failureCode", "GetPaymentStatusResponse.failureCode",
    # Each action of a payment has one result, a text.
    "ConfirmPaymentRequest.results.walletRpc",
    # No payment ended before 1970.
    "CreatePayment.expiresAt",
}

# Statuses that clients of the gateway tell apart, and that the operator's description does not list.
OTHER_STATUSES = {
    "options": {410, 422, 429, 451}, "fetch": {409, 410, 429, 451}, "confirm": {409, 410, 422, 429, 451},
    "payment": {429}, "status": {429}, "cancel": {429}, "create": {429}, "merchantCancel": {429},
    "merchantStatus": {429},
}

PRESETS = [
    "usdc", "usdt", "usdt-first", "eth", "several", "form", "several-form", "mixed", "fields", "form-error", "expired",
    "cancelled", "paid", "insufficient", "failing", "slow", "short-quote", "lying",
]
ADDRESS = "0x4a62316623ad457F02cDC5D997deD67a383EC569"
WALLET = {"App-Id": "app-1", "Client-Id": "client-1", "WCP-Version": FACTS["version"]}
SHOP = {"Api-Key": "key-1", "Merchant-Id": "shop-1", "WCP-Version": FACTS["version"]}
ANSWERS = {
    "fullName": "Ada Example", "dob": "1990-12-31", "pobCountry": "AT", "pobAddress": "Graz", "tosConfirmed": "true",
}


class Visitor:
    """Asks a gateway, and keeps what is wrong with its answers."""

    def __init__(self, address):
        self.address = address
        self.count = 0
        self.faults = []

    def send(self, method, path, headers, body=None):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = headers | ({"Content-Type": "application/json"} if data is not None else {})
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.headers.get("Content-Type"), answer.read()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers.get("Content-Type"), answer.read()

    def ask(self, call, payment="", body=None, query="", headers=None):
        facts = CALLS[call]
        side = SHOP if "/gateway/" not in facts["path"] else WALLET
        path = facts["path"].replace("{id}", payment) + query
        answer = self.send(facts["method"].upper(), path, side if headers is None else headers, body)
        self.count += 1
        self.faults += [f"{call} {fault}: {answer[2].decode()}" for fault in answer_misfits(call, *answer)]
        return answer[0], json.loads(answer[2])

    def control(self, path, body):
        status, _, answer = self.send("POST", f"/control/{path}", {}, body)
        assert status < 300, answer
        return json.loads(answer)

    def visit(self, plan):
        """Asks everything about a payment, up to an attempt to pay with each option; gives the last statuses."""
        payment = self.control("payments", plan)["paymentId"]
        accounts = {"accounts": [f"eip155:{chain}:{ADDRESS}" for chain in (8453, 137, 1)], "refresh": None}
        self.ask("payment", payment)
        self.ask("options", payment, accounts)
        self.ask("options", payment, {"accounts": []}, "?includePaymentInfo=false")
        _, answer = self.ask("options", payment, accounts, "?includePaymentInfo=true")
        for option in answer["options"] or []:
            self.ask("fetch", payment, {"optionId": option["id"], "data": ""})
            results = [{"type": "walletRpc", "data": ["0x" + "cd" * 32]}] * len(option["actions"])
            data = {"fields": [{"id": id, "value": value} for id, value in ANSWERS.items()]}
            for collected in ({}, {"collectedData": None}, {"collectedData": data}):
                self.ask("confirm", payment, {"optionId": option["id"], "results": results} | collected, "?maxPollMs=0")
        for _ in range(3):
            _, standing = self.ask("status", payment, query="?maxPollMs=0")
        self.ask("payment", payment)
        self.ask("options", payment, accounts, "?includePaymentInfo=true")
        self.ask("cancel", payment)
        return standing["status"]


class Official(unittest.TestCase):
    def test_our_description_differs_only_where_it_says_so(self):
        found = differences(yaml.safe_load(DESCRIPTION.read_text()))
        others = {f"{call} {status}" for call, statuses in OTHER_STATUSES.items() for status in statuses}
        self.assertEqual(found, DEVIATIONS | others)

    def test_a_change_of_our_description_is_noticed(self):
        for path, change in [
            (["paths", "/v1/gateway/payment/{id}/status"], None),
            (["components", "parameters", "MaxPoll", "name"], "poll"),
            (["components", "securitySchemes", "app", "name"], "Application-Id"),
            (["components", "schemas", "PaymentOption", "required"], ["id"]),
            (["components", "schemas", "PaymentOption", "properties", "etaS", "type"], "string"),
            (["components", "schemas", "OptionsResponse", "properties", "options", "type"], "array"),
            (["components", "schemas", "CollectData", "properties", "url", "type"], ["string", "null"]),
            (["components", "schemas", "Status", "enum"], ["succeeded"]),
            (["components", "schemas", "Error", "required"], ["code"]),
            (["components", "schemas", "Action", "oneOf"], []),
        ]:
            with self.subTest(path):
                description = yaml.safe_load(DESCRIPTION.read_text())
                node = description
                for step in path[:-1]:
                    node = node[step]
                if change is None:
                    del node[path[-1]]
                else:
                    node[path[-1]] = change
                self.assertNotEqual(
                    differences(description), differences(yaml.safe_load(DESCRIPTION.read_text())))

    def test_the_answers_of_the_program_are_those_of_the_official_description(self):
        with gateway() as address:
            visitor = Visitor(address)
            ends = {preset: visitor.visit({"preset": preset}) for preset in PRESETS}
            for kind, schema in itertools.product(["hosted", "fields", "both"], [True, False]):
                wish = {"kind": kind, "schema": schema}
                option = {"asset": "eth-base", "collect": wish, "quoteSeconds": 60}
                ends[f"{kind} {schema}"] = visitor.visit({"options": [option], "collect": wish})
            ends["unknowns"] = visitor.visit({"preset": "eth", "unknowns": True})
            visitor.visit({"preset": "paid", "endsWithNull": True, "merchantIcon": "https://shop.example/icon.png"})
            # Payments were made, so that there were answers about them.
            for name in ("eth", "short-quote", "fields True", "fields False", "both True", "unknowns"):
                self.assertEqual(ends[name], "succeeded", name)
            self.assertEqual(ends["expired"], "expired")
            self.assertEqual(ends["cancelled"], "cancelled")

            order = {"referenceId": "order", "amount": {"unit": "iso4217/USD", "value": "2500"}, "expiresAt": None}
            once = SHOP | {"Idempotency-Key": "one"}
            status, made = visitor.ask("create", body=order, headers=once)
            self.assertEqual(status, 201)
            visitor.ask("merchantStatus", made["paymentId"], query="?maxPollMs=0")
            statuses = [visitor.ask("create", body=order | {"referenceId": "other"}, headers=once)[0]]
            self.assertEqual(visitor.ask("merchantCancel", made["paymentId"])[0], 200)
            statuses += [visitor.ask("merchantCancel", made["paymentId"])[0], visitor.ask("create", body={})[0]]
            for call in CALLS:
                body = {} if "body" in CALLS[call] else None
                statuses.append(visitor.ask(call, "pay_nobody", body, headers={})[0])
                if body is not None:
                    statuses.append(visitor.ask(call, "pay_nobody", b"[")[0])
            for call in ("payment", "status", "cancel", "merchantCancel", "merchantStatus"):
                statuses.append(visitor.ask(call, "pay_nobody")[0])
            statuses.append(visitor.ask("status", "pay_nobody", query="?maxPollMs=soon")[0])
            statuses.append(visitor.ask("payment", "pay_nobody", headers=WALLET | {"WCP-Version": "2020-01-01"})[0])
            self.assertLessEqual(set(statuses), {400, 401, 404})
        self.assertEqual(visitor.faults, [])
        print(f"official: {visitor.count} answers of the program")
        self.assertGreaterEqual(visitor.count, 300)

    def test_a_wrong_answer_is_noticed(self):
        amount = {
            "unit": "iso4217/USD", "value": "1", "display": {"assetSymbol": "a", "assetName": "b", "decimals": 2}}
        wish = {"url": "", "schema": None, "fields": [{"type": "text", "id": "a", "name": "b", "required": True}]}
        option = {
            "id": "1", "account": "a", "amount": amount, "etaS": 5, "expiresAt": None, "collectData": wish,
            "actions": [
                {"type": "build", "data": {"data": ""}},
                {"type": "walletRpc", "data": {"chain_id": "a", "method": "b", "params": [1, {}]}}]}
        self.assertEqual(misfits("GetPaymentOptionsResponse", {"options": [option], "new": 1, "info": None}), [])
        self.assertEqual(misfits("GetPaymentOptionsResponse", {"options": None}), [])
        wrong = [
            option | {"etaS": -1}, option | {"etaS": True}, option | {"etaS": None}, option | {"expiresAt": "1"},
            option | {"account": None}, option | {"amount": amount | {"unit": {"Iso4217": "USD"}}},
            option | {"amount": amount | {"display": {"assetSymbol": "a", "decimals": 2}}},
            option | {"actions": None}, option | {"actions": [{"type": "sing", "data": {}}]},
            option | {"actions": [{"type": "build", "data": None}]},
            option | {"actions": [{"type": "walletRpc", "data": {"chainId": "a", "method": "b", "params": []}}]},
            option | {"collectData": {"fields": [], "schema": None}}, option | {"collectData": wish | {"url": None}},
            option | {"collectData": wish | {"fields": [{"type": "iris", "id": "a", "name": "b", "required": True}]}},
        ] + [{key: value for key, value in option.items() if key != missing} for missing in ("id", "amount", "etaS")]
        for one in wrong:
            with self.subTest(one):
                self.assertNotEqual(misfits("PaymentOption", one), [])
        self.assertEqual(answer_misfits("status", 409, "application/json", "{}"), ["status 409"])
        self.assertEqual(answer_misfits("status", 400, "text/html", "{}"), ["Content-Type text/html"])
        body = json.dumps({"code": "already_refunded", "message": "no"})
        self.assertEqual(answer_misfits("status", 400, "application/json", body), ["ErrorResponse.code"])


class OfficialExchanges(unittest.TestCase):
    """The exchanges of the client that pays, written by its own tests against the gateway."""

    def test_the_recorded_exchanges_are_those_of_the_official_description(self):
        folder = pathlib.Path(os.environ["DRAWBRIDGE_RECORDS"])
        lines = [line for path in sorted(folder.glob("*.jsonl")) for line in exchanges(path)]
        plain = {"accept", "connection", "content-length", "content-type", "host"}
        known = {name.lower() for name in FACTS["headers"]["wallet"]}
        answers = 0
        for line in lines:
            with self.subTest(line["target"]):
                facts, parts = CALLS[line["call"]], urlsplit(line["target"])
                self.assertEqual(line["method"].lower(), facts["method"])
                self.assertEqual(parts.path, facts["path"].replace("{id}", line["payment"]))
                self.assertLessEqual({name for name, _ in parse_qsl(parts.query)}, set(facts.get("query", [])))
                headers = {name.lower(): value for name, value in line["headers"]}
                self.assertLessEqual(headers.keys(), plain | known)
                self.assertEqual(headers["wcp-version"], FACTS["version"])
                self.assertEqual(bool(line["body"]), "body" in facts)
                if "body" in facts:
                    self.assertEqual(misfits(facts["body"], json.loads(line["body"])), [])
                if not line["spoiled"]:
                    content_type = dict(line["answerHeaders"]).get("Content-Type")
                    self.assertEqual(answer_misfits(line["call"], line["status"], content_type, line["answer"]), [])
                    answers += 1
        print(f"official: {len(lines)} requests and {answers} answers of the client")
        self.assertGreaterEqual(answers, 40)


if __name__ == "__main__":
    unittest.main()

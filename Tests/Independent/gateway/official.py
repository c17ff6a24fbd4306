"""The facts of the operator's own description of the gateway (OpenAPI), and what differs from them.

official.json holds names, types, required members and values, in our own notation, without the operator's text.
"""

import json
import pathlib

FACTS = json.loads((pathlib.Path(__file__).resolve().parent / "official.json").read_text())
CALLS, SCHEMAS = FACTS["calls"], FACTS["schemas"]

PLAIN = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63,
    "signed": lambda value: isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63,
    "any": lambda value: True,
}


def misfits(kind, value, where=""):
    """The places at which a JSON value is not of a type; none where it fits. Unknown members fit."""
    where = where or kind
    if kind.endswith("?"):
        return [] if value is None else misfits(kind[:-1], value, where)
    if kind.startswith("["):
        if not isinstance(value, list):
            return [where]
        return [fault for index, one in enumerate(value) for fault in misfits(kind[1:-1], one, f"{where}[{index}]")]
    if kind in PLAIN:
        return [] if PLAIN[kind](value) else [where]
    schema = SCHEMAS[kind]
    if "values" in schema:
        return [] if value in schema["values"] else [where]
    if "prefixes" in schema:
        return [] if isinstance(value, str) and value.startswith(tuple(schema["prefixes"])) else [where]
    if not isinstance(value, dict):
        return [where]
    if "by" in schema:
        data = schema["data"].get(value.get(schema["by"]))
        return misfits(data, value.get("data"), f"{where}.data") if data else [f"{where}.{schema['by']}"]
    missing = [f"{where}.{name}" for name in schema["required"] if name not in value]
    return missing + [
        fault for name, one in schema["members"].items() if name in value
        for fault in misfits(one, value[name], f"{where}.{name}")]


def answer_misfits(call, status, content_type, body):
    """What is wrong with an answer: its status, its kind of content, or its JSON."""
    facts = CALLS[call]
    if status not in (facts["ok"], *facts["errors"]):
        return [f"status {status}"]
    if content_type != "application/json":
        return [f"Content-Type {content_type}"]
    return misfits(facts["answer"] if status == facts["ok"] else "ErrorResponse", json.loads(body))


def differences(description):
    """The places at which an OpenAPI description and the facts are not the same."""
    found = []
    for name, facts in CALLS.items():
        path = description["paths"].get(facts["path"], {})
        operation = path.get(facts["method"])
        if operation is None:
            found.append(name)
            continue
        parameters = [_target(description, one) for one in path.get("parameters", []) + operation.get("parameters", [])]
        queries = {one["name"] for one in parameters if one["in"] == "query"}
        found += [f"{name}?{one}" for one in queries ^ set(facts.get("query", []))]
        headers = {one["name"] for one in parameters if one["in"] == "header"}
        for choice in operation["security"]:
            headers |= {description["components"]["securitySchemes"][one]["name"] for one in choice}
        side = "merchant" if "/gateway/" not in facts["path"] else "wallet"
        known = set(FACTS["headers"][side])
        # Shops do not need all of them.
        found += [f"{name} {one}" for one in (headers - known if side == "merchant" else headers ^ known)]
        statuses = {int(one) for one in operation["responses"]}
        found += [f"{name} {one}" for one in statuses ^ {facts["ok"], *facts["errors"]}]
        found += _unlike(description, facts["answer"], _content(operation["responses"][str(facts["ok"])]))
        for status in facts["errors"]:
            if status in statuses:
                found += _unlike(description, "ErrorResponse", _content(operation["responses"][str(status)]))
        if ("body" in facts) != ("requestBody" in operation):
            found.append(f"{name} body")
        elif "body" in facts:
            found += _unlike(description, facts["body"], _content(operation["requestBody"]))
    return set(found)


def _content(holder):
    return holder["content"]["application/json"]["schema"]


def _target(description, node):
    while "$ref" in node:
        target = description
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        node = target
    return node


def _unlike(description, kind, node, where=""):
    where = where or kind
    node = _target(description, node)
    types = node.get("type", [])
    types = [types] if isinstance(types, str) else types
    may_be_null = "null" in types
    if "anyOf" in node:
        others = [one for one in node["anyOf"] if one != {"type": "null"}]
        may_be_null, node = len(others) < len(node["anyOf"]), _target(description, others[0])
        types = [node.get("type")]
    types = [one for one in types if one not in ("null", None)]
    if kind == "any":
        return [where] if types else []
    if may_be_null != kind.endswith("?"):
        return [where]
    kind = kind.removesuffix("?")
    if kind.startswith("["):
        return _unlike(description, kind[1:-1], node.get("items", {}), where) if types == ["array"] else [where]
    if kind in ("integer", "signed"):
        return [] if types == ["integer"] and node.get("minimum") == {"integer": 0}.get(kind) else [where]
    if kind in PLAIN:
        return [] if types == [kind] else [where]
    schema = SCHEMAS[kind]
    if "values" in schema:
        return [] if types == ["string"] and node.get("enum") == schema["values"] else [where]
    if "prefixes" in schema:
        return [] if types == ["string"] else [where]
    if "by" in schema:
        choices = {one["properties"][schema["by"]]["const"]: one for one in node.get("oneOf", [node])}
        found = [f"{where}.{name}" for name in choices.keys() ^ schema["data"].keys()]
        for name in choices.keys() & schema["data"].keys():
            if set(choices[name]["required"]) != {schema["by"], "data"}:
                found.append(f"{where}.{name}")
            data = choices[name]["properties"]["data"]
            found += _unlike(description, schema["data"][name], data, f"{where}.{name}")
        return found
    members = node.get("properties", {})
    found = [f"{where}.{name}" for name in set(node.get("required", [])) ^ set(schema["required"])]
    found += [f"{where}.{name}" for name in members.keys() ^ schema["members"].keys()]
    for name in members.keys() & schema["members"].keys():
        one = schema["members"][name]
        named = one.strip("[]?") in SCHEMAS
        found += _unlike(description, one, members[name], "" if named and one == one.strip("[]?") else f"{where}.{name}")
    return found

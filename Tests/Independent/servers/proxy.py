"""A faulty Electrum server: a proxy that passes requests on to ElectrumX, and changes the responses as a test says.

`faults` is a dictionary with any of these:

    {"value": 1000}               adds satoshis to each unspent output and to balances
    {"hides": [TXID, …]}          shows these transactions nowhere, and states histories without them
    {"proofs": true}              gives wrong Merkle branches
    {"headers": true}             gives headers whose bytes are changed, so that they have no proof of work
    {"height": 105}               shows no block above this one
    {"swallows": true}            says that it has broadcast a transaction, and does not
    {"other": true}               gives the bytes of the first transaction of the chain for each transaction
    {"error": [METHOD, CODE, TEXT]}   answers a method with an error
    {"silent": [METHOD, …]}       never answers these methods
    {"closes": [METHOD, …]}       ends the connection when asked so; ["*"] for any question
    {"delay": 0.2}                waits so many seconds before each answer

An empty dictionary means no faults. Connections stay open when the faults change.

On Bitcoin Cash it also knows CashTokens, which ElectrumX does not: a script has its tokens, too, as with Fulcrum (the
parameter `include_tokens`, `tokens_only` or `exclude_tokens`, and `token_data` in its answers). It announces tokens that
come or go by an order of a test, not those that a client sends.
"""

import asyncio
import hashlib
import json

import aiohttp

from cash import Token
from electrumx_process import script_hash
from transactions import Transaction, to_display

HEADERS = "blockchain.headers.subscribe"
HISTORY = "blockchain.scripthash.get_history"
STATUS = "blockchain.scripthash.subscribe"
LIMIT = 1 << 25


CAPABILITIES = ("none", "mutable", "minting")


class Proxy:
    def __init__(self, port, node):
        self.target, self.node, self.faults = port, node, {}
        self.server = None
        self.asked = []
        self.conversations = set()

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=LIMIT)
        return self.server.sockets[0].getsockname()[1]

    async def stop(self):
        if self.server:
            self.server.close()
        self.disconnect()

    async def look(self):
        """Tells each client about scripts whose tokens have changed."""
        for conversation in list(self.conversations):
            await conversation.look()

    def disconnect(self):
        """Ends all connections; new ones are taken."""
        for conversation in list(self.conversations):
            conversation.close()

    async def serve(self, reader, writer):
        async with aiohttp.ClientSession() as session:
            try:
                honest = await session.ws_connect(f"ws://127.0.0.1:{self.target}", max_msg_size=0)
            except aiohttp.ClientError:
                writer.close()
                return
            conversation = Conversation(self, reader, writer, honest)
            self.conversations.add(conversation)
            try:
                await conversation.run()
            finally:
                self.conversations.discard(conversation)
                conversation.close()


def token_data(token):
    data = {"category": to_display(token.category), "amount": str(token.amount)}
    if token.capability is not None:
        data["nft"] = {"capability": CAPABILITIES[token.capability], "commitment": token.commitment.hex()}
    return data


class Conversation:
    """One client, with a connection of its own to the honest server."""

    def __init__(self, proxy, reader, writer, honest):
        self.proxy, self.reader, self.writer, self.honest = proxy, reader, writer, honest
        # The questions that are open at the honest server, by ID: their own text, or a future for our own questions.
        self.open, self.own = {}, 0
        # What was last said about the scripts that the client has subscribed to.
        self.statuses = {}

    @property
    def faults(self):
        return self.proxy.faults

    def close(self):
        self.writer.close()

    async def run(self):
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.pass_questions())
                group.create_task(self.pass_answers(group))
        except* (ConnectionError, asyncio.IncompleteReadError, ValueError):
            pass

    def tell(self, message):
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def ask(self, method, *params):
        """Asks the honest server something for ourselves."""
        self.own += 1
        number = f"own-{self.own}"
        self.open[number] = answer = asyncio.get_running_loop().create_future()
        await self.honest.send_json({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return await answer

    async def pass_questions(self):
        while line := await self.reader.readline():
            message = json.loads(line)
            questions = message if isinstance(message, list) else [message]
            for question in questions:
                self.proxy.asked.append(question["method"])
                if {"*", question["method"]} & set(self.faults.get("closes", ())):
                    raise ConnectionResetError
                if question["method"] in self.faults.get("silent", ()):
                    continue
                if question["method"] == "blockchain.transaction.broadcast" and self.faults.get("swallows"):
                    txid = Transaction.parse(bytes.fromhex(question["params"][0]), True).txid
                    self.tell({"jsonrpc": "2.0", "id": question["id"], "result": to_display(txid)})
                    continue
                # One by one: answers may come in any order, and a batch may be answered so.
                self.open[question["id"]] = question
                params = question.get("params", [])
                if question["method"].startswith("blockchain.scripthash.") and self.tells_tokens:
                    # ElectrumX does not know the second parameter.
                    params = params[:1]
                await self.honest.send_json({**question, "params": params})
        raise ConnectionResetError

    async def pass_answers(self, group):
        async for frame in self.honest:
            message = json.loads(frame.data)
            question = self.open.pop(message.get("id"), None) if "id" in message else None
            if isinstance(question, asyncio.Future):
                question.set_result(message.get("result"))
            else:
                group.create_task(self.answer(question, message))
        raise ConnectionResetError

    async def answer(self, question, message):
        if delay := self.faults.get("delay"):
            await asyncio.sleep(delay)
        if question is None:
            method, params = message.get("method"), message.get("params", [])
            if method == HEADERS:
                message["params"] = [await self.changed(HEADERS, [], params[0])]
            elif method == STATUS:
                return self.announce(params[0], await self.changed(STATUS, params[:1], params[1]))
        else:
            method = question["method"]
            if self.faults.get("error", [None])[0] == method:
                message.pop("result", None)
                message["error"] = {"code": self.faults["error"][1], "message": self.faults["error"][2]}
            elif "result" in message:
                params = question.get("params", [])
                message["result"] = await self.changed(method, params, message["result"])
                if method == STATUS:
                    self.statuses[params[0]] = message["result"]
        self.tell(message)

    @property
    def tells_tokens(self):
        return not self.proxy.node.is_bitcoin

    async def look(self):
        """Says the statuses that have changed without ElectrumX's notice."""
        for script in list(self.statuses) if self.tells_tokens else ():
            self.announce(script, await self.changed(STATUS, [script], None))

    def announce(self, script, status):
        """Tells the client about the status of a script, unless it knows it."""
        if self.statuses.get(script, ()) != status:
            self.statuses[script] = status
            self.tell({"jsonrpc": "2.0", "method": STATUS, "params": [script, status]})

    def with_tokens(self, method, params, result):
        """The answer about a script with the tokens that ElectrumX does not know."""
        node = self.proxy.node
        script = next((each for each in node.chain.tokens if script_hash(each) == params[0]), None)
        if script is None:
            return result
        if method.endswith(".listunspent"):
            wish = params[1] if len(params) > 1 else "exclude_tokens"
            tokens = [] if wish == "exclude_tokens" else [
                {"tx_hash": to_display(outpoint[0]), "tx_pos": outpoint[1], "height": height, "value": output.value,
                 "token_data": token_data(Token.parse(output.script)[0])}
                for outpoint, output, height in node.unspent_tokens(script)]
            return tokens if wish == "tokens_only" else result + tokens
        known = {each["tx_hash"] for each in result}
        more = []
        for txid, (height, _) in node.history_of_tokens(script).items():
            if to_display(txid) not in known and (height == 0 or not method.endswith("mempool")):
                entry = {"tx_hash": to_display(txid), "height": height}
                if not height:
                    entry["fee"] = node.mempool.entries[txid].fee
                more.append(entry)
        places = {to_display(txid): place for txid, place in node.chain.places.items()}
        return sorted(result + more, key=lambda each: places.get(each["tx_hash"], (1 << 40, each["tx_hash"])))

    async def changed(self, method, params, result):
        """What is said instead of `result`."""
        faults = self.faults
        if self.tells_tokens and method in (HISTORY, "blockchain.scripthash.listunspent",
                                            "blockchain.scripthash.get_mempool"):
            result = self.with_tokens(method, params, result)
        hidden, highest = set(faults.get("hides", ())), faults.get("height")
        if method.startswith("blockchain.scripthash.") and isinstance(result, list):
            result = [each for each in result if each["tx_hash"] not in hidden and not self.is_above(each, highest)]
            return [{**each, "value": each["value"] + faults.get("value", 0)} if "value" in each else each
                    for each in result]
        if method == "blockchain.scripthash.get_balance":
            return {**result, "confirmed": result["confirmed"] + faults.get("value", 0)}
        if method == STATUS:
            is_other = hidden or highest is not None or self.tells_tokens
            return await self.status(params[0]) if is_other else result
        if method == HEADERS:
            if highest is not None and result["height"] > highest:
                result = {"height": highest, "hex": await self.ask("blockchain.block.header", highest)}
            return {**result, "hex": self.broken(result["hex"])}
        if method == "blockchain.block.header" and isinstance(result, str):
            return self.broken(result)
        if method == "blockchain.block.headers":
            # As one text until version 1.5 of the protocol, then as a list.
            if "headers" in result:
                return {**result, "headers": [self.broken(each) for each in result["headers"]]}
            return {**result, "hex": self.broken(result["hex"])}
        if method == "blockchain.transaction.get_merkle" and faults.get("proofs"):
            return {**result, "merkle": ["11" * 32] + result["merkle"][1:]}
        if method == "blockchain.transaction.get" and faults.get("other"):
            first = await self.ask("blockchain.transaction.id_from_pos", 1, 0)
            return await self.ask("blockchain.transaction.get", first)
        return result

    @staticmethod
    def is_above(entry, highest):
        return highest is not None and entry.get("height", 0) > highest

    def broken(self, headers):
        """The headers with another version each, if it faults about headers."""
        if not self.faults.get("headers"):
            return headers
        return "".join("deadbeef" + headers[place + 8:place + 160] for place in range(0, len(headers), 160))

    async def status(self, script):
        """The status of a history as it is shown (Electrum protocol, "Status")."""
        history = await self.changed(HISTORY, [script], await self.ask(HISTORY, script))
        if not history:
            return None
        return hashlib.sha256("".join(f"{each['tx_hash']}:{each['height']}:" for each in history).encode()).hexdigest()

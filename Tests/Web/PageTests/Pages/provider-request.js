function askMalformed() {
    const shapes = [undefined, null, 5, "eth_accounts", [], {}, { method: "" }, { method: 5 }, { method: null },
        { method: ["echo"] }, { method: "echo", params: 5 }, { method: "echo", params: "x" },
        { method: "echo", params: null }, { method: "echo", params: true }];
    Promise.all(shapes.map((shape) => ethereum.request(shape).then(() => "served", (error) => {
        const isRight = error instanceof Error && Number.isInteger(error.code) && typeof error.message === "string";
        return isRight ? error.code : "wrong";
    }))).then((all) => done([...new Set(all)]));
}

function askWithAllParams() {
    const all = [{ method: "echo" }, { method: "echo", params: [] }, { method: "echo", params: { a: [1] } },
        { method: "echo", params: undefined }, { method: "echo", params: [undefined, () => 1, NaN] }];
    Promise.all(all.map((args) => ethereum.request(args))).then((results) => done(JSON.stringify(results)));
}

function askForErrors() {
    const code = (method) => ethereum.request({ method }).catch((error) =>
        [error.code, error.name, error instanceof Error, typeof error.stack, error.data.reason]);
    Promise.all(["eth_noSuchThing", "__proto__", "ask"].map(code)).then(done);
}

function changeRequests() {
    const args = { method: "echo", params: ["first"] };
    const reply = ethereum.request(args);
    args.method = "ask";
    args.params[0] = "second";
    let reads = 0;
    const sly = { get method() { reads += 1; return reads === 1 ? "echo" : "ask"; }, params: ["third"] };
    Promise.all([reply, ethereum.request(sly)]).then((all) => done([...all, reads]));
}

function useLegacyMethods() {
    const seen = [];
    const later = (payload) => new Promise((resolve) => {
        ethereum.sendAsync(payload, (error, response) => resolve([error === null, response]));
    });
    (async () => {
        seen.push(await ethereum.send("echo", ["a"]));
        seen.push(await later({ id: 7, jsonrpc: "2.0", method: "echo", params: ["b"] }));
        seen.push(await later([{ id: 1, method: "echo", params: [1] }, { id: 2, method: "none" }]));
        seen.push(await new Promise((resolve) => {
            ethereum.send({ id: 9, method: "echo", params: ["c"] }, (error, response) => resolve(response.result));
        }));
        const failed = await later({ id: 3, method: "none" });
        seen.push([failed[0], failed[1].error.code]);
        seen.push(ethereum.send({ id: 4, method: "eth_accounts" }));
        seen.push(await ethereum.sendAsync([{ id: 6, method: "echo", params: [6] }]));
        try { ethereum.send({ id: 5, method: "eth_sign" }); } catch (error) { seen.push(error.code); }
        done(seen);
    })();
}

function askInOneTurn() {
    const all = [];
    for (let n = 0; n < 200; n += 1) all.push(ethereum.request({ method: "echo", params: [n] }));
    _bitcoinWalletApi.sendMessageHandler({ messageId: "m", command: "echo" });
    Promise.all(all).then((values) => setTimeout(() => done(values.length)));
}

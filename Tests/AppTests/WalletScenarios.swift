import Harness
import WindowTesting

/// What a test can tell the wallet, and what it learns.
@MainActor let walletScenarios = [
    Scenario("the script answers questions, whichever comes first") { workshop in
        let verdict = try await workshop.run(
            """
            const connect = () => ethereum.request({ method: "eth_requestAccounts" });
            test("a no", async (t) => { t.wallet.reject(); await t.rejects(connect(), { code: 4001 }); });
            test("a yes after the question", async (t) => {
                const accounts = connect();
                await t.wallet.questions(1);
                t.wallet.approve();
                t.equal((await accounts).length, 1);
            });
            test("what was shown", async (t) => {
                t.wallet.approve();
                await ethereum.request({ method: "personal_sign", params: ["0xff00"] });
                t.equal(await t.wallet.questions(), [{
                    origin: location.origin, claim: null, sentence: "Sign a message.", verb: "Sign", level: "caution",
                    rows: [{ label: "Account", value: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", voice: "exact",
                        note: "Ethereum" }],
                    warnings: [{ level: "caution", text: "This message cannot be read." }],
                    fields: [{ path: "message", type: "", value: "0xff00" }], payload: "0x0102ff", entry: null,
                    waiting: 0, state: "approved" }]);
            });
            test("always", async (t) => {
                t.wallet.always("reject");
                for (let round = 0; round < 5; round += 1) {
                    await t.rejects(ethereum.request({ method: "personal_sign", params: [] }), { code: 4001 });
                }
                t.wallet.approve();
                await ethereum.request({ method: "personal_sign", params: [] });
            });
            test("typed", async (t) => {
                t.wallet.type("42");
                t.wallet.approve(2);
                t.equal(await ethereum.request({ method: "ask_value" }), "42");
                t.equal(await ethereum.request({ method: "ask_value" }), "7");
            });
            test("held", async (t) => {
                t.wallet.hold();
                const values = [1, 2].map(() => ethereum.request({ method: "ask_value" }));
                await t.wallet.questions(1);
                await t.until(async () => (await t.wallet.questions())[0].waiting === 1);
                t.wallet.approve(2);
                t.equal(await Promise.all(values), ["7", "7"]);
            });
            test("events", async (t) => {
                const event = (name) => new Promise((resolve) => ethereum.once(name, resolve));
                const changed = [event("chainChanged"), event("accountsChanged")];
                t.wallet.setChain("0x89");
                t.wallet.disconnect();
                t.equal(await Promise.all(changed), ["0x89", []]);
                await t.rejects(t.wallet.setChain("none"), { message: "There is no such chain." });
            });
            test("locked", async (t) => {
                t.wallet.hold();
                const asked = connect();
                await t.wallet.questions(1);
                t.wallet.lock();
                await t.rejects(asked, { code: 4100 });
                await t.until(async () => (await t.wallet.questions())[0].state === "withdrawn");
                await t.rejects(connect(), { code: 4100 });
                t.wallet.release();
            });
            test("unlocked again", async (t) => { t.wallet.approve(); await connect(); });
            """)
        try expectEqual(verdict, .passed)
        try expectEqual(workshop.results.map(\.name).count, 9)
    },
    Scenario("a question that the script does not mention fails by name, and is rejected") { workshop in
        workshop.options.patience = .milliseconds(50)
        let verdict = try await workshop.run(
            """
            test("unanswered", (t) => t.rejects(ethereum.request({ method: "ask_value" }), { code: 4001 }));
            test("unanswered at the end", async (t) => { ethereum.request({ method: "ask_value" }).catch(() => {});
                await t.wallet.questions(1); });
            test("unasked", (t) => { t.wallet.approve(2); t.wallet.reject(); t.wallet.type("x"); });
            test("refused", (t) => t.wallet.always("maybe"));
            test("no promise", (t) => { t.wallet.approve(0); });
            test("next", async (t) => { t.wallet.approve(); t.equal(await ethereum.request({ method: "ask_value" }), "7"); });
            """)
        try expectEqual(verdict, .failed)
        let failures = workshop.results.map { $0.failure?.message ?? "" }
        try expectHolds(failures[0], "the test does not say how to answer “Give a value.” of 127.0.0.1:")
        try expectHolds(failures[1], "the test does not say how to answer “Give a value.”")
        try expectEqual(
            failures[2],
            "the wallet expected to approve 2 more, but was not asked; the wallet expected to reject 1 more, but was "
                + "not asked; the test set a text to type, but none was asked for")
        try expectHolds(failures[3], "The answer is “approve”, “reject” or null.")
        try expectHolds(failures[4], "The number of times must be a whole number")
        try expectEqual(failures[5], "")
    },
    Scenario("a page that sends a request while it loads is answered by its first test") { workshop in
        let verdict = try await workshop.run(
            """
            const accounts = ethereum.request({ method: "eth_requestAccounts" });
            test("connected", async (t) => { t.wallet.approve(); t.equal((await accounts).length, 1); });
            """)
        try expectEqual(verdict, .passed)
    },
    Scenario("a page that floods the wallet does not affect its tests") { workshop in
        workshop.options.timeout = .seconds(20)
        let verdict = try await workshop.run(
            """
            test("floods", async (t) => {
                const asked = [];
                for (let round = 0; round < 20000; round += 1) {
                    asked.push(ethereum.request({ method: "eth_chainId" }).then(() => 0, () => 1));
                    console.log("x");
                }
                t.wallet.approve();
                t.equal(await ethereum.request({ method: "ask_value" }).catch((error) => error.code), -32005);
                await Promise.all(asked);
                t.equal(await ethereum.request({ method: "ask_value" }), "7");
            });
            """)
        try expectEqual(verdict, .passed)
    },
]

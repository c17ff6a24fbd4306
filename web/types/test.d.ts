// The types of the objects that `drawbridge-dev test` adds to a page: `test(name, body)`. In your project, in addition
// to the page objects:
// "types": ["…/web/types", "…/web/types/test"]

/** A question that the user was asked, as a test sees it. */
export interface Question {
    /** The requester, as the wallet knows it. */
    origin: string;
    /** The name that the site gives itself, if it does. */
    claim: string | null;
    sentence: string;
    verb: string;
    /** The most severe level of the warnings. */
    level: "plain" | "caution" | "danger";
    rows: Array<{ label: string; value: string; voice: "ours" | "exact" | "theirs"; note: string | null }>;
    warnings: Array<{ level: "plain" | "caution" | "danger"; text: string }>;
    /** Every field that is signed. */
    fields: Array<{ path: string; type: string; value: string }>;
    /** The bytes that are hashed and signed, as hexadecimal text; `0x` if nothing is signed. */
    payload: string;
    /** The text field that the question shows. */
    entry: { label: string; initial: string } | null;
    /** How many more questions of the site are waiting. */
    waiting: number;
    state: "open" | "approved" | "adjusted" | "rejected" | "withdrawn";
}

/** The wallet's user, controlled by the test. A question without a scripted answer is rejected, and fails the test. */
export interface ScriptedWallet {
    /** Approves the next questions. */
    approve(times?: number): Promise<void>;
    /** Rejects the next questions. */
    reject(times?: number): Promise<void>;
    /** Answers every question of this test that has no other scripted answer; `null` resets it. */
    always(answer: "approve" | "reject" | null): Promise<void>;
    /** Types into the next field that asks for a text. */
    type(text: string): Promise<void>;
    /** Leaves questions open until they are answered. */
    hold(): Promise<void>;
    /** Ends `hold`. */
    release(): Promise<void>;
    /** The questions of this test; waits until there are at least that many. */
    questions(atLeast?: number): Promise<Question[]>;
    /** Disconnects the page, as in the wallet's settings. */
    disconnect(): Promise<void>;
    /** Changes the page's chain, as in the wallet's settings. */
    setChain(chainId: string): Promise<void>;
    /** Locks the wallet; it is unlocked when the test ends. */
    lock(): Promise<void>;
    /** Unlocks the wallet. */
    unlock(): Promise<void>;
}

/** A decimal number of coins or tokens, such as "1.5". */
type ChainAmount = string;

/** The control of the simulated chain that `--chain` gives the wallet. */
export interface SimulatedChain {
    /** Pays coins, or a token by its symbol or address, and mines a block; returns the hash. */
    fund(address: string, amount: ChainAmount, asset?: string): Promise<string>;
    /** Mines blocks. */
    mine(blocks?: number): Promise<void>;
    /** Says whether transactions come into a block at once; otherwise `mine` mines them. */
    automine(isImmediate: boolean): Promise<void>;
    /** Sets the time of the next block, in seconds since 1970. */
    setTime(time: number): Promise<void>;
    /** Advances the chain's clock. */
    advance(seconds: number): Promise<void>;
    /** Keeps the present state. */
    snapshot(): Promise<number>;
    /** Returns to a state that was kept. */
    restore(snapshot: number): Promise<void>;
    /** Replaces the newest blocks by empty ones: their transactions wait again, but for those in `dropping`. */
    reorganise(depth?: number, options?: { dropping?: string[] }): Promise<void>;
    /** Lets the node fail when it is asked `method`, once unless `times` says otherwise. */
    fail(
        method: string,
        fault?: "refuse" | "swallow" | "delay" | "lie" | "stop" | "close" | "none",
        options?: { times?: "once" | "always"; code?: number; message?: string; milliseconds?: number },
    ): Promise<void>;
}

/** The argument of a test's body. */
export interface TestContext {
    readonly name: string;
    readonly wallet: ScriptedWallet;
    readonly chain: SimulatedChain;
    /** Fails unless `value` is truthy. */
    ok(value: unknown, message?: string): void;
    /** Fails unless both are deeply equal. */
    equal(found: unknown, wanted: unknown, message?: string): void;
    /** Waits for the rejection, and fails unless its properties match; returns the error. */
    rejects(promise: Promise<unknown> | (() => unknown), wanted?: Record<string, unknown>): Promise<any>;
    /** Waits until `probe` returns a truthy value, and returns it. */
    until<Value>(probe: () => Value | Promise<Value>): Promise<Value>;
    /** Fails the test. */
    fail(message?: string): never;
}

declare global {
    /** Registers a test; it runs after the page has loaded, in order. */
    function test(name: string, body: (t: TestContext) => unknown): void;

    namespace test {
        /** Registers a test that is skipped. */
        function skip(name: string): void;
    }
}

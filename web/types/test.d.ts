// Types of what `drawbridge-dev test` gives a page: `test(name, body)`. A project takes them beside the page objects':
// "types": ["…/web/types", "…/web/types/test"]

/** A question that the user was asked, as a test sees it. */
export interface Question {
    /** Who asked, as the wallet knows it. */
    origin: string;
    /** What the site calls itself, where it says so. */
    claim: string | null;
    sentence: string;
    verb: string;
    /** The gravest of the warnings. */
    level: "plain" | "caution" | "danger";
    rows: Array<{ label: string; value: string; voice: "ours" | "exact" | "theirs"; note: string | null }>;
    warnings: Array<{ level: "plain" | "caution" | "danger"; text: string }>;
    /** Every field that is signed. */
    fields: Array<{ path: string; type: string; value: string }>;
    /** The bytes that are hashed and signed, as hexadecimal text; `0x` where nothing is signed. */
    payload: string;
    /** What the user is asked to type. */
    entry: { label: string; initial: string } | null;
    /** How many more questions of the site wait. */
    waiting: number;
    state: "open" | "approved" | "adjusted" | "rejected" | "withdrawn";
}

/** The wallet's user, as the test scripts it. What is not scripted is rejected, and fails the test. */
export interface ScriptedWallet {
    /** Says yes to the next questions. */
    approve(times?: number): Promise<void>;
    /** Says no to the next questions. */
    reject(times?: number): Promise<void>;
    /** Answers every question of this test that nothing else is said about; `null` takes that back. */
    always(answer: "approve" | "reject" | null): Promise<void>;
    /** Types into the next field that asks for a text. */
    type(text: string): Promise<void>;
    /** Leaves questions open until they are answered. */
    hold(): Promise<void>;
    /** Ends `hold`. */
    release(): Promise<void>;
    /** What the user was shown in this test, once it is at least so many questions. */
    questions(atLeast?: number): Promise<Question[]>;
    /** Takes the page's accounts away, as in the wallet's settings. */
    disconnect(): Promise<void>;
    /** Puts the page on another chain, as in the wallet's settings. */
    setChain(chainId: string): Promise<void>;
    /** Locks the wallet; it is unlocked when the test ends. */
    lock(): Promise<void>;
    /** Unlocks the wallet. */
    unlock(): Promise<void>;
}

/** What the body of a test gets. */
export interface TestContext {
    readonly name: string;
    readonly wallet: ScriptedWallet;
    /** Fails unless `value` counts as true. */
    ok(value: unknown, message?: string): void;
    /** Fails unless both are the same all through. */
    equal(found: unknown, wanted: unknown, message?: string): void;
    /** Waits for the rejection, and fails unless its properties are as wanted; gives the error. */
    rejects(promise: Promise<unknown> | (() => unknown), wanted?: Record<string, unknown>): Promise<any>;
    /** Waits until `probe` gives something that counts as true, and gives that. */
    until<Value>(probe: () => Value | Promise<Value>): Promise<Value>;
    /** Fails the test. */
    fail(message?: string): never;
}

declare global {
    /** Registers a test; it runs when the page has loaded, after those before it. */
    function test(name: string, body: (t: TestContext) => unknown): void;

    namespace test {
        /** Registers a test that is not run. */
        function skip(name: string): void;
    }
}

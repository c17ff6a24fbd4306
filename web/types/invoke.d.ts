import type { ErrorReason } from "./errors";

/** A method of a program: its parameters and its result. */
export interface Method {
    params: unknown;
    result: unknown;
}

/** The options of a call. */
export interface InvokeOptions {
    /** Cancels the call: the promise rejects immediately with the signal's reason. */
    signal?: AbortSignal | null;

    /** Called with the method's progress, in order, before the promise settles. */
    onProgress?: (data: any) => void;
}

/**
 * Why a call failed: the method's own code, or one of the bridge's. The type allows any string, and editors suggest the
 * known ones.
 */
export type ErrorCode = ErrorReason | (string & {});

/** The error with which the promise of `invoke` rejects, unless its signal was aborted. */
export interface InvokeError extends Error {
    name: string;
    code: ErrorCode;
    /** Additional data from the method. */
    data?: unknown;
}

/** The class of the errors, for `instanceof`. */
export interface InvokeErrorConstructor {
    new (code: string, message: string, data?: unknown): InvokeError;
    readonly prototype: InvokeError;
}

/**
 * The object with which a page calls the methods of the program that shows it.
 *
 * A parameter can be any value that JSON can represent, with an `ArrayBuffer`, a typed array or a `DataView` anywhere
 * in it. Binary values in results, events and progress are an `ArrayBuffer`.
 */
export interface Bridge {
    /** Calls a method. */
    invoke<Result = unknown>(method: string, params?: unknown, options?: InvokeOptions): Promise<Result>;

    /** Listens to an event of the program; the result removes the listener. A listener that is added twice is called once. */
    on<Data = any>(event: string, listener: (data: Data) => void): () => void;

    /** Removes a listener. */
    off<Data = any>(event: string, listener: (data: Data) => void): void;

    readonly InvokeError: InvokeErrorConstructor;
}

/** A bridge whose methods and events are known: `const app = drawbridge as TypedBridge<Methods, Events>`. */
export interface TypedBridge<Methods extends { [Name in keyof Methods]: Method }, Events = Record<never, unknown>> {
    /** Calls a method. */
    invoke<Name extends keyof Methods & string>(
        method: Name,
        ...rest: undefined extends Methods[Name]["params"]
            ? [params?: Methods[Name]["params"], options?: InvokeOptions]
            : [params: Methods[Name]["params"], options?: InvokeOptions]
    ): Promise<Methods[Name]["result"]>;

    /** Listens to an event of the program; the result removes the listener. */
    on<Name extends keyof Events & string>(event: Name, listener: (data: Events[Name]) => void): () => void;

    /** Removes a listener. */
    off<Name extends keyof Events & string>(event: Name, listener: (data: Events[Name]) => void): void;

    readonly InvokeError: InvokeErrorConstructor;
}

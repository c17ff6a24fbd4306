// Features of the web engine that Debian's TypeScript compiler does not know yet.

interface Array<T> {
    findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
    findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
    toReversed(): T[];
    toSorted(compare?: (a: T, b: T) => number): T[];
    toSpliced(start: number, deleteCount?: number, ...items: T[]): T[];
    with(index: number, value: T): T[];
}

interface String {
    isWellFormed(): boolean;
    toWellFormed(): string;
}

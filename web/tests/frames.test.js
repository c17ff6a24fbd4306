// @ts-check
import assert from "node:assert/strict";
import test from "node:test";

import { countShort, nameOf } from "../../Sources/Bridge/WebHost/Scripts/relay/frames.js";

const separator = "\x1e";

test("short frames of the right form are counted", () => {
    assert.equal(countShort(`L1:{}${separator}E22:${separator}L9007199254740991:é:x`, "LE", 100), 3);
    assert.equal(countShort("L1:{}", "L", 5), 1);
});

for (const frame of ["", "L", "L:", "L0:", "L01:", "1:{}", ":{}", "X1:", "L12345678901234567:", "L1", "L-1:", "L1a:", "l1:", "L\u0661:"]) {
    test(`a text with the frame “${frame}” is left to the slow way`, () => {
        assert.equal(countShort(`L1:{}${separator}${frame}`, "LE", 100), 0);
        assert.equal(countShort(`${frame}${separator}L1:{}`, "LE", 100), 0);
    });
}

test("a text with a long frame is left to the slow way", () => {
    assert.equal(countShort(`L1:{}${separator}L2:{ }`, "L", 5), 0);
    assert.equal(countShort(`L2:{ }${separator}L1:{}`, "L", 5), 0);
});

test("the form is that of the slow way", () => {
    const shape = /^[LE][1-9][0-9]{0,15}:/;
    const parts = ["L", "E", "X", "0", "1", "123456789012345", "9", ":", "", " ", "a"];
    for (const a of parts) for (const b of parts) for (const c of parts) for (const d of parts) {
        const frame = a + b + c + d;
        assert.equal(countShort(frame, "LE", 100), shape.test(frame) ? 1 : 0, frame);
    }
});

test("the name of a frame is before its first colon", () => {
    assert.equal(nameOf('L1:{"a":1}'), "L1");
});

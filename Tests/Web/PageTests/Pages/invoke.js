/** What `promise` comes to, with errors as data. */
const outcome = (promise) => promise.then((result) => ({ result }), (error) => error instanceof drawbridge.InvokeError
    ? { code: error.code, message: error.message, data: error.data, name: error.name } : { other: `${error}` });

/** Says half of what it hears: a title is not longer than a thousand characters. */
async function askAll({ half }) {
    const all = [
        await outcome(drawbridge.invoke("greet", { name: "Ada" })),
        await outcome(drawbridge.invoke("greet", { name: 7 })),
        await outcome(drawbridge.invoke("greet", { name: "taken" })),
        await outcome(drawbridge.invoke("secret")),
        await outcome(drawbridge.invoke("none")),
        await outcome(drawbridge.invoke("echo", { text: "\u{1e}\0\u2028é", list: [1, null] })),
        await outcome(drawbridge.invoke("echo", "\ud800")),
        await outcome(drawbridge.invoke("")),
        await outcome(drawbridge.invoke("echo", 1n)),
        await outcome(drawbridge.invoke("echo", () => 1)),
        await outcome(drawbridge.invoke("echo", 1, { signal: {} })),
        await outcome(drawbridge.invoke("echo", 1, { onProgress: 7 })),
        await outcome(drawbridge.invoke("echo", "x".repeat(1 << 20))),
        Object.getOwnPropertyNames(drawbridge).sort().join(),
    ];
    done(all.slice(half * 7, half * 7 + 7));
}

async function abort() {
    const said = [];
    const early = AbortSignal.abort("early");
    said.push(await drawbridge.invoke("count", null, { signal: early }).catch((reason) => reason));
    const controller = new AbortController();
    const working = drawbridge.invoke("sleep", null, { signal: controller.signal });
    const forged = drawbridge.invoke("late", null, { signal: controller.signal });
    controller.signal.dispatchEvent(new Event("abort"));
    await drawbridge.invoke("asked");
    controller.abort("while");
    said.push(await working.catch((reason) => reason), await forged.catch((reason) => reason));
    const after = new AbortController();
    said.push(await drawbridge.invoke("count", null, { signal: after.signal }));
    after.abort("after");
    said.push((await drawbridge.invoke("sleep", null, { signal: AbortSignal.timeout(20) }).catch((e) => e.name)));
    done(said);
}

/** Aborts in the turn of the call, a thousand times, and right after the answer. */
async function abortAtOnce() {
    const ends = [];
    for (let n = 0; n < 1000; n += 1) {
        const controller = new AbortController();
        ends.push(drawbridge.invoke("sleep", n, { signal: controller.signal }).catch((reason) => reason));
        controller.abort(n);
    }
    const reasons = await Promise.all(ends);
    done([reasons.every((reason, n) => reason === n), await drawbridge.invoke("count")]);
}

async function abortAmongMany() {
    const controllers = [], ends = [];
    for (let n = 0; n < 1023; n += 1) {
        controllers.push(new AbortController());
        ends.push(drawbridge.invoke("sleep", n, { signal: controllers[n].signal }).catch((reason) => reason));
    }
    const tooMany = await drawbridge.invoke("count").catch((error) => error.code);
    controllers.forEach((controller, n) => { if (n % 2 === 0) controller.abort(n); });
    await Promise.all(ends.filter((_, n) => n % 2 === 0));
    let again;
    do {
        await new Promise((resolve) => { setTimeout(resolve, 5); });
        again = await drawbridge.invoke("count").catch((error) => error.code);
    } while (again === "tooMany");
    controllers.forEach((controller) => controller.abort("rest"));
    const reasons = await Promise.all(ends);
    done([tooMany, again, reasons.filter((reason) => reason === "rest").length]);
}

async function follow() {
    const steps = [];
    const answer = await drawbridge.invoke("work", 100, { onProgress: (step) => { steps.push(step); } });
    const inOrder = steps.every((step, index) => step === index + 1);
    const controller = new AbortController();
    let late = 0;
    const aborted = drawbridge.invoke("work", 100, {
        signal: controller.signal, onProgress: (step) => { late += 1; if (step === 3) controller.abort("enough"); },
    });
    const reason = await aborted.catch((value) => value);
    const throwing = await new Promise((resolve) => {
        window.onerror = (message, file, line) => {
            resolve(message.includes("listener") && file.startsWith(location.origin) && line > 0);
            return true;
        };
        drawbridge.invoke("work", 1, { onProgress: () => { throw new Error("listener"); } });
    });
    done([steps.length, inOrder, answer, reason, late, throwing]);
}

function hear() {
    const heard = [];
    const listener = (data) => { heard.push(data); };
    const remove = drawbridge.on("tick", listener);
    drawbridge.on("tick", listener);
    drawbridge.on("tock", (data) => {
        heard.push("tock", data);
        if (data === 1) drawbridge.off("tick", listener);
        if (data === 2) done(heard);
    });
    drawbridge.on("picture", ({ image }) => { heard.push(image instanceof ArrayBuffer, ...new Uint8Array(image)); });
    remove();
    remove();
    drawbridge.on("tick", listener);
    drawbridge.invoke("asked");
}

async function sendBytes({ sizes }) {
    const wrong = [];
    for (const size of sizes) {
        const bytes = new Uint8Array(size + 8);
        for (let index = 0; index < bytes.length; index += 1) bytes[index] = (index * 31 + size) & 255;
        const part = new Uint8Array(bytes.buffer, 4, size);
        const forms = [part, part.slice().buffer, new DataView(bytes.buffer, 4, size)];
        if (size % 4 === 0) forms.push(new Float32Array(part.slice().buffer));
        for (const form of forms) {
            if (size > 700000 && form !== part) continue;
            const { copy, list, size: found } = await drawbridge.invoke("bytes", { data: form });
            const back = new Uint8Array(copy);
            const same = copy instanceof ArrayBuffer && back.length === size && found === size
                && back.every((byte, index) => byte === part[index]) && new Uint8Array(list[1])[0] === 7;
            if (!same) wrong.push(size);
        }
    }
    const large = new Uint8Array(await drawbridge.invoke("make", 900000));
    const direct = await drawbridge.invoke("size", new Uint8Array(5));
    done([wrong, large.length, large.every((byte, index) => byte === index % 251), direct]);
}

/** Many binary values at the same time, which the page changes at once. */
async function sendLarge() {
    await drawbridge.invoke("greet", { name: "Ada" });
    const said = [];
    const asked = [];
    const heard = new Promise((resolve) => {
        drawbridge.on("picture", ({ image }) => resolve(new Uint8Array(image)));
    });
    for (let index = 0; index < 20; index += 1) {
        const bytes = new Uint8Array(8).fill(index + 1);
        const large = new Uint8Array(40000).fill(index + 1);
        asked.push(drawbridge.invoke("bytes", { data: large }), drawbridge.invoke("bytes", { data: bytes }));
        large.fill(255);
        bytes.fill(255);
    }
    const answers = await Promise.all(asked);
    answers.forEach(({ copy, size }, index) => {
        const back = new Uint8Array(copy);
        const value = (index >> 1) + 1;
        if (size !== (index % 2 === 0 ? 40000 : 8) || back.length !== size) said.push([index, size, back.length]);
        if (!back.every((byte) => byte === value)) said.push([index, back[0]]);
    });
    await drawbridge.invoke("asked");
    const image = await heard;
    said.push(image.length, image[0], image[image.length - 1]);
    said.push(await drawbridge.invoke("bytes", { data: new Uint8Array(1 << 20) }).catch((error) => error.code));
    done(said);
}

function askTwice() {
    drawbridge.invoke("sleep");
    drawbridge.invoke("asked").then(() => done("asked"));
}

/** The first request of a document has the same id in every document. */
function abortFirst() {
    const controller = new AbortController();
    drawbridge.invoke("sleep", null, { signal: controller.signal }).catch(done);
    drawbridge.invoke("asked").then(() => controller.abort("enough"));
}

function openDocument() {
    const known = window.drawbridge;
    const before = known.invoke("sleep").catch((error) => error.code);
    setTimeout(() => {
        document.open();
        document.write("<title>opened</title>");
        document.close();
        const after = window.drawbridge.invoke("greet", { name: "Ada" });
        Promise.all([before, after]).then((all) => {
            document.title = "done:" + JSON.stringify([known === window.drawbridge, ...all]);
        });
    }, 50);
}

async function askMany() {
    let settled = 0, tooMany = 0;
    const ends = [];
    for (let n = 0; n < 1024; n += 1) {
        ends.push(drawbridge.invoke("late", n).then((value) => {
            settled += 1;
            if (value !== n) throw new Error("another's answer");
        }, (error) => {
            settled += 1;
            if (error.code === "tooMany") tooMany += 1;
        }));
    }
    await Promise.all(ends);
    done([settled, tooMany]);
}

/** Does not fetch anything for a while. */
function blockWhileWorking() {
    let count = 0;
    const working = drawbridge.invoke("flood", null, { onProgress: () => { count += 1; } });
    drawbridge.invoke("asked").then(() => {
        const end = Date.now() + 1500;
        while (Date.now() < end) { /* the page is busy */ }
    });
    working.then((sent) => done([count < sent, count > 0, sent]), (error) => done(error.code));
}

function askOne({ method }) {
    drawbridge.invoke(method, { name: "Ada" }).then(done, (error) => done(`${error.code}: ${error.message}`));
}

/** Says what the frame's own window has, by the page above. */
function tellParent() {
    parent.postMessage(typeof window.drawbridge, "*");
}

function hearFrame() {
    window.addEventListener("message", (event) => done([event.data, typeof drawbridge.invoke]));
}

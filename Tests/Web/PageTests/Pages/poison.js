/** What must not matter: what our scripts use is theirs from the start. */
const poisons = {
    "Map": () => {
        Map.prototype.get = Map.prototype.set = Map.prototype.delete = Map.prototype.forEach = () => { throw 1; };
    },
    "String": () => {
        String.prototype.split = String.prototype.slice = String.prototype.indexOf = () => 'poison';
    },
    "Function": () => {
        Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; };
    },
    "first element of arrays": () => {
        Object.defineProperty(Array.prototype, 0, { set() { throw 1; }, get: () => 'poison', configurable: true });
    },
    "elements of objects": () => {
        for (const n of [0, 1, 2]) Object.defineProperty(Object.prototype, n, { set() { throw 1; }, configurable: true });
    },
    "data of comments": () => {
        Object.defineProperty(CharacterData.prototype, 'data', { get: () => 'L1:{}', set() {}, configurable: true });
    },
    "event targets": () => {
        EventTarget.prototype.dispatchEvent = EventTarget.prototype.addEventListener = () => { throw 1; };
    },
    "window's events": () => {
        window.dispatchEvent = window.addEventListener = window.removeEventListener = () => { throw 1; };
    },
    "JSON": () => { JSON.stringify = () => '{}'; JSON.parse = () => ({}); window.JSON = null; },
    "Reflect": () => { Reflect.apply = () => { throw 1; }; window.Reflect = null; },
    "timers": () => { window.queueMicrotask = window.setTimeout = () => { throw 1; }; },
    "events": () => {
        window.Event = window.CustomEvent = window.FocusEvent = class { constructor() { throw 1; } };
    },
    "event properties": () => {
        Event.prototype.preventDefault = () => {}; Object.defineProperty(FocusEvent.prototype, 'relatedTarget', { get: () => null });
    },
    "detail of events": () => { Object.defineProperty(CustomEvent.prototype, 'detail', { get: () => 'poison' }); },
    "arrays": () => {
        Array.prototype.filter = Array.prototype.join = Array.prototype.map = Array.prototype.push = () => { throw 1; };
    },
    "iteration of arrays": () => { Array.prototype[Symbol.iterator] = () => { throw 1; }; },
    "regular expressions": () => { RegExp.prototype.test = RegExp.prototype.exec = () => true; },
    "text encoder": () => { TextEncoder.prototype.encode = () => new Uint8Array(0); },
    "well-formed strings": () => { String.prototype.isWellFormed = () => { throw 1; }; },
    "Object": () => {
        Object.assign = Object.freeze = Object.defineProperty = Object.defineProperties = () => { throw 1; };
    },
    "constructors": () => { window.Map = window.Array = window.Object = window.String = window.Number = null; },
    "webkit and comments": () => { window.webkit = null; document.createComment = () => { throw 1; }; },
    "random numbers": () => {
        crypto.getRandomValues = () => new Uint8Array(16); Crypto.prototype.getRandomValues = () => new Uint8Array(16);
    },
    "message id": () => { Object.defineProperty(Object.prototype, 'messageId', { value: 'poison' }); },
    "host's handler": () => { Object.prototype.drawbridge = { postMessage: () => { throw 1; } }; },
    "console": () => { window.console = null; console.warn = () => { throw 1; }; },
};

/** What changes how the page's own values are read or written: its own affair, as long as nothing else is harmed. */
const selfHarm = {
    "toJSON of objects": () => { Object.prototype.toJSON = () => ({ method: 'ask' }); },
    "toJSON of arrays": () => { Array.prototype.toJSON = () => 'poison'; },
    "then of promises": () => { Promise.prototype.then = () => { throw 1; }; },
    "Promise": () => { window.Promise = class { constructor() { throw 1; } }; },
    "then of objects": () => { Object.prototype.then = (resolve) => resolve('poison'); },
    "error of objects": () => { Object.prototype.error = { code: 1, message: 'poison' }; },
    "method of objects": () => { Object.defineProperty(Object.prototype, 'method', { get: () => 'ask' }); },
    "symbols": () => { Symbol.iterator = null; Array.isArray = () => true; },
};

/** Asks both dialects, without any of the page's own tools that could be poisoned. */
function askBoth() {
    _bitcoinWalletApi.receiveMessage = (message) => {
        ethereum.request({ method: "echo", params: ["x"] }).then((value) => { document.title = "done:ok " + value[0]; });
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"echo","data":["x"]}');
}

function tellNames() {
    done([Object.keys(poisons), Object.keys(selfHarm)]);
}

function askPoisoned({ name }) {
    onerror = () => {};
    try { poisons[name](); } catch {}
    askBoth();
}

function askAfterSelfHarm({ name }) {
    try { selfHarm[name](); } catch {}
    askBoth();
    setTimeout(() => done("over"), 50);
}

/** Calls a method with binary data and progress, without any of the page's own tools that could be poisoned. */
function invokePoisoned({ name }) {
    onerror = () => {};
    const bytes = new Uint8Array([1, 2, 3]);
    const { signal } = new AbortController();
    let step = 0;
    try { poisons[name](); } catch {}
    drawbridge.on("tick", () => {});
    const onProgress = (value) => { step = value; };
    drawbridge.invoke("greet", { name: "Ada" }, { signal }).then((text) => {
        drawbridge.invoke("bytes", { data: bytes }).then(({ size }) => {
            drawbridge.invoke("work", 7, { onProgress }).then(() => {
                document.title = `done:ok ${text} ${size} ${step}`;
            });
        });
    });
}

import Bridge
import WindowTesting

/// Pages that change what scripts are built from.
@MainActor var poisonTests: [PageTest] {
    [
        PageTest("a page that tampers with its own built-ins is served as usual") { stage in
            for poison in poisons {
                let answer = try await stage.run("onerror = () => {}; try { \(poison) } catch {}\n" + asking)
                try expectEqual(answer, #"ok x"#, of: poison)
            }
            let wanted = try await stage.url("")
            try expect(stage.wallet.requests.allSatisfy { $0.peer.origin.description == wanted }, "an origin changed")
            try expect(stage.wallet.requests.allSatisfy { $0.params == ["x"] }, "a parameter changed")
        },
        PageTest("a page that tampers with what only it uses harms only itself") { stage in
            for poison in selfHarm {
                try await stage.run("try { \(poison) } catch {}\n" + asking + "\nsetTimeout(() => done('over'), 50);")
            }
            let wanted = try await stage.url("")
            try expect(stage.wallet.requests.allSatisfy { $0.peer.origin.description == wanted }, "an origin changed")
            try expectEqual(try await stage.run(asking), "ok x")
        },
    ]
}

/// Asks both dialects; without any of the page's own tools that could be poisoned.
private let asking = """
    _bitcoinWalletApi.receiveMessage = (message) => {
        ethereum.request({ method: "echo", params: ["x"] }).then((value) => { document.title = "done:ok " + value[0]; });
    };
    _bitcoinWalletApi.messageHandler('{"messageId":"m","command":"echo","data":["x"]}');
    """

/// What must not matter: what our scripts use is theirs from the start.
private let poisons = [
    "Map.prototype.get = Map.prototype.set = Map.prototype.delete = Map.prototype.forEach = () => { throw 1; };",
    "String.prototype.split = String.prototype.slice = String.prototype.indexOf = () => 'poison';",
    "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; };",
    "Object.defineProperty(Array.prototype, 0, { set() { throw 1; }, get: () => 'poison', configurable: true });",
    "for (const n of [0, 1, 2]) Object.defineProperty(Object.prototype, n, { set() { throw 1; }, configurable: true });",
    "Object.defineProperty(CharacterData.prototype, 'data', { get: () => 'L1:{}', set() {}, configurable: true });",
    "EventTarget.prototype.dispatchEvent = EventTarget.prototype.addEventListener = () => { throw 1; };",
    "window.dispatchEvent = window.addEventListener = window.removeEventListener = () => { throw 1; };",
    "JSON.stringify = () => '{}'; JSON.parse = () => ({}); window.JSON = null;",
    "Reflect.apply = () => { throw 1; }; window.Reflect = null;",
    "window.queueMicrotask = window.setTimeout = () => { throw 1; };",
    "window.Event = window.CustomEvent = window.FocusEvent = class { constructor() { throw 1; } };",
    "Event.prototype.preventDefault = () => {}; Object.defineProperty(FocusEvent.prototype, 'relatedTarget', { get: () => null });",
    "Object.defineProperty(CustomEvent.prototype, 'detail', { get: () => 'poison' });",
    "Array.prototype.filter = Array.prototype.join = Array.prototype.map = Array.prototype.push = () => { throw 1; };",
    "Array.prototype[Symbol.iterator] = () => { throw 1; };",
    "RegExp.prototype.test = RegExp.prototype.exec = () => true;",
    "TextEncoder.prototype.encode = () => new Uint8Array(0);",
    "String.prototype.isWellFormed = () => { throw 1; };",
    "Object.assign = Object.freeze = Object.defineProperty = Object.defineProperties = () => { throw 1; };",
    "window.Map = window.Array = window.Object = window.String = window.Number = null;",
    "window.webkit = null; document.createComment = () => { throw 1; };",
    "crypto.getRandomValues = () => new Uint8Array(16); Crypto.prototype.getRandomValues = () => new Uint8Array(16);",
    "Object.defineProperty(Object.prototype, 'messageId', { value: 'poison' });",
    "Object.prototype.drawbridge = { postMessage: () => { throw 1; } };",
    "window.console = null; console.warn = () => { throw 1; };",
]

/// What changes how the page's own values are read or written: its own affair, as long as nothing else is harmed.
private let selfHarm = [
    "Object.prototype.toJSON = () => ({ method: 'ask' });",
    "Array.prototype.toJSON = () => 'poison';",
    "Promise.prototype.then = () => { throw 1; };",
    "window.Promise = class { constructor() { throw 1; } };",
    "Object.prototype.then = (resolve) => resolve('poison');",
    "Object.prototype.error = { code: 1, message: 'poison' };",
    "Object.defineProperty(Object.prototype, 'method', { get: () => 'ask' });",
    "Symbol.iterator = null; Array.isArray = () => true;",
]

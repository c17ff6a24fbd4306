import Bridge
import WebHost
import WindowTesting

/// How a payment's data-collection form says that it has ended.
@MainActor var collectionEndTests: [PageTest] {
    [
        .form("a form over https completes once, however its page reports it") { stage in
            for (place, way) in ways.enumerated() {
                try await stage.open("\(way); done('said')", payment: "pay_\(place)")
                try await stage.wait("\(way) ends the form") { !stage.ends.isEmpty }
                _ = try await stage.said()
                try expectEqual(stage.ends, [.complete], of: way)
                try expectEqual(try stage.view.ending, .complete)
                try expectEqual(try stage.view.payment, "pay_\(place)")
                try stage.view.close()
            }
            try expectEqual(stage.strays, [])
        },
        .form("a form that fails is reported once, and its error text is not kept") { stage in
            try await stage.open(
                "complete({ type: 'IC_ERROR', error: 'typed by the user' }); complete({ type: 'IC_ERROR' }); done('said')"
            )
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            _ = try await stage.said()
            try expectEqual(stage.ends, [.error])
            try expect(!stage.notes.mentions("typed by the user"), "\(stage.notes.text)")
        },
        .form("the first end counts, and nothing follows it") { stage in
            for (first, second, ending) in [
                ("IC_ERROR", "IC_COMPLETE", FormEnding.error), ("IC_COMPLETE", "IC_ERROR", .complete),
            ] {
                try await stage.open(
                    PageCode.call("collection-end", "endTwice", ["first": first, "second": second]))
                try expectEqual(try await stage.said(), "said")
                try await stage.wait("the form ends") { !stage.ends.isEmpty }
                try stage.view.retry()
                try expectEqual(stage.ends, [ending])
                try expectEqual(stage.events.last, .ended(ending))
            }
        },
        .form("a malformed message of a form does not end it, and is not logged") { stage in
            try await stage.open(
                """
                const cycle = {};
                cycle.self = cycle;
                const shapes = [\(shapes.joined(separator: ", "))];
                for (const shape of shapes) {
                    for (const post of [
                        (value) => webkit.messageHandlers.payDataCollectionComplete.postMessage(value),
                        (value) => AndroidWallet.onDataCollectionComplete(value),
                        (value) => ReactNativeWebView.postMessage(value),
                    ]) { try { post(shape); } catch (error) { done("thrown " + error); } }
                    await new Promise((resolve) => setTimeout(resolve, 1));
                }
                done(String(shapes.length));
                """.asModule)
            try expectEqual(try await stage.said(), "\(shapes.count)")
            try expectEqual(stage.ends, [])
            for word in ["IC_", "ic_", "SECRET"] {
                try expect(!stage.notes.mentions(word), "\(stage.notes.text)")
            }
        },
        .form("a form cannot detect the wallet") { stage in
            try await stage.open(
                PageCode.call("collection-end", "lookForWallet"))
            try expectEqual(
                try await stage.said(),
                #"["undefined","undefined","undefined","undefined","payDataCollectionComplete"]"#)
        },
        .form("a strict policy of the page does not prevent it from completing") { stage in
            stage.server.serve(
                "/collect/",
                "<script nonce=x>webkit.messageHandlers.payDataCollectionComplete.postMessage({type:'IC_COMPLETE'})</script>",
                headers: ["Content-Security-Policy": "default-src 'none'; script-src 'nonce-x'"])
            try stage.makeView().load()
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            try expectEqual(stage.ends, [.complete])
        },
        .form("a form of several pages ends on the last") { stage in
            stage.serve("/collect/last", "complete(); done('last')")
            try await stage.open("location.href = '/collect/last?pid=pay_1'")
            try expectEqual(try await stage.said(), "last")
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            try expectEqual(stage.ends, [.complete])
        },
    ]
}

extension String {
    /// The script in a function that may wait.
    fileprivate var asModule: String { "(async () => {\n\(self)\n})();" }
}

private let ways = [
    "webkit.messageHandlers.payDataCollectionComplete.postMessage({ type: 'IC_COMPLETE', success: true })",
    "webkit.messageHandlers.payDataCollectionComplete.postMessage('{\"type\":\"IC_COMPLETE\"}')",
    "AndroidWallet.onDataCollectionComplete(JSON.stringify({ type: 'IC_COMPLETE', success: true }))",
    "ReactNativeWebView.postMessage(JSON.stringify({ type: 'IC_COMPLETE', success: true }))",
    """
    for (let i = 0; i < 3; i += 1) {
        complete();
        AndroidWallet.onDataCollectionComplete('{"type":"IC_COMPLETE"}');
        ReactNativeWebView.postMessage('{"type":"IC_COMPLETE"}');
    }
    """,
]

/// Values of JavaScript that are not one of the two messages.
private let shapes = [
    "undefined", "null", "true", "0", "-0", "NaN", "7n", "Symbol('SECRET')", "() => 'IC_COMPLETE'", "cycle", "[]",
    "['IC_COMPLETE']", "'IC_COMPLETE'", "''", "'\"IC_COMPLETE\"'", "{}", "{ type: ['IC_COMPLETE'] }",
    "{ type: 'ic_complete' }", "{ type: 'IC_COMPLETE', success: 'false' }", "{ type: 'IC_COMPLETE', success: 0 }",
    "{ type: { toString: () => 'IC_COMPLETE' } }", "{ data: { type: 'IC_COMPLETE' } }", "[{ type: 'IC_COMPLETE' }]",
    "'{\"type\":\"IC_COMPLETE\",\"type\":\"IC_ERROR\"}'", "JSON.stringify(JSON.stringify({ type: 'IC_COMPLETE' }))",
    "'{\"type\":\"IC_COMPLETE\"}\\x1eF2:{\"type\":\"IC_COMPLETE\"}'", "'{\"type\":\"IC_COMPLETE\\u0000\"}'",
    "'{\"type\":\"IC_COMPLETE\"}\\ud800'", "new Map([['type', 'IC_COMPLETE']])", "new Date()", "document.body",
    "window.name",
    "{ type: 'IC_COMPLETE', padding: 'x'.repeat(70000) }", "'{\"type\":\"IC_COMPLETE\"' + ' '.repeat(70000) + '}'",
    "{ type: 'SECRET', success: false }", "{ type: 'IC_COMPLETE', success: { SECRET: 1 } }",
    "new Proxy({}, { get() { throw new Error('SECRET'); } })", "{ toJSON() { throw new Error('SECRET'); } }",
]

import Bridge
import TestSupport
import WebHost
import WindowTesting

/// How a payment's data-collection form reports that it has ended.
@MainActor var collectionEndTests: [PageTest] {
    [
        .form("a form over https completes once, however its page reports it") { stage in
            for (place, way) in ways.enumerated() {
                try await stage.open(
                    PageCode.call("collection-end", "endBy", ["way": way]), payment: "pay_\(place)")
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
        .form("only the first completion counts, and nothing follows it") { stage in
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
            try await stage.open(PageCode.call("collection-end", "postShapes"))
            try expectEqual(try await stage.said(), "38")
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

/// The ways of `endBy` in `Pages/collection-end.js`.
private let ways = ["object", "text", "Android", "React Native", "all of them, again and again"]

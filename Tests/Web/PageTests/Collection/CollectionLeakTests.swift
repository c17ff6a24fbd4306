import Bridge
import Foundation
import TestSupport
import WebHost
import WindowTesting

/// The data that a form's page could send to other hosts, and the data that it leaves on disk.
@MainActor var collectionLeakTests: [PageTest] {
    [
        .form("nothing that a form loads, sends or announces reaches another host") { stage in
            try await stage.open(PageCode.call("collection-leak", "leakByAllWays"))
            try expectEqual(try await stage.said(), "49")
            try expectEqual(stage.strays, [])
            try expectEqual(stage.ends, [])
        },
        .form("the same techniques reach the form's own service, so the test is valid") { stage in
            try await stage.open(
                PageCode.call("collection-leak", "useOwnHost"))
            try expectEqual(try await stage.said(), "said")
            // A beacon is sent when the browser has time for it.
            for way in ["fetch", "image", "beacon", "events", "style", "service", "frame"] {
                try await stage.wait("\(way) arrives") { stage.server.visits.contains { $0.path == "/own/\(way)" } }
            }
            try expectEqual(stage.strays, ["staging.\(FormTestContext.host):443"])
        },
        .form("the service's own headers cannot allow access to another host") { stage in
            try await stage.open(
                "fetch('https://csp.evil.test/').catch(() => {}); setTimeout(() => done('said'), 500)",
                headers: [
                    "Content-Security-Policy":
                        "default-src * 'unsafe-inline' 'unsafe-eval'; report-uri https://report.evil.test/",
                    "Link":
                        "<https://preload.evil.test/x>; rel=preload; as=script, <https://preconnect.evil.test>; rel=preconnect",
                    "Reporting-Endpoints": "default=\"https://endpoint.evil.test/\"",
                    "NEL": "{\"report_to\":\"default\",\"max_age\":1}",
                    "Refresh": "3600;url=https://refresh.evil.test/",
                    "Alt-Svc": "h2=\"alt.evil.test:443\"",
                ])
            try expectEqual(try await stage.said(), "said")
            try expectEqual(stage.strays, [])
        },
        .form("a form finds no data of another, and no trace of where it was opened") { stage in
            let script = PageCode.call("collection-leak", "lookForTraces")
            for _ in 0..<2 {
                try await stage.open(
                    script, headers: ["Set-Cookie": "y=1; Max-Age=9999", "Cache-Control": "max-age=9999"])
                try expectEqual(try await stage.said(), #"["y=1","","","",1,0,0]"#)
                try stage.view.close()
            }
            let cookies = stage.server.visits.filter {
                $0.path == "/collect/" && $0.head.lowercased().contains("cookie:")
            }
            try expectEqual(cookies.count, 0)
        },
        .form("text typed into a form is neither logged nor stored") { stage in
            let secret = "typed-\(UUID().uuidString)"
            let start = Date()
            try await stage.open(
                PageCode.call("collection-leak", "spreadText", ["typed": secret]),
                body: "<input autocomplete=on name=fullName>")
            _ = try await stage.said()
            try await stage.wait("the form ends") { !stage.ends.isEmpty }
            // The form's own request is sent before the form ends, and may arrive after it.
            try await stage.wait("the service gets it") {
                stage.server.visits.contains { $0.path == "/keep" && $0.body == secret }
            }
            try stage.view.close()
            try expect(!stage.notes.mentions(secret), "it was noted: \(stage.notes.text)")
            try expect(!"\(stage.events)".contains(secret), "it was told: \(stage.events)")
            try expectEqual(Traces.of(secret, since: start), [])
            try expectEqual(stage.strays, [])
        },
    ]
}

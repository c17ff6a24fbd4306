import Bridge
import Foundation
import TestServers
import WebHost
import WindowTesting

/// Forms that cannot be loaded, that die, hang or are closed.
@MainActor var collectionLifeTests: [PageTest] {
    [
        .form("when the form's web process is killed, the form fails at once without completing, and can be retried") {
            stage in
            try await stage.open("done('here'); addEventListener('pagehide', () => complete())")
            try expectEqual(try await stage.said(), "here")
            let loads = stage.server.visits.count { $0.path == "/collect/" }
            let start = Processes.end(.web)
            // On a busy machine it may first be said to hang.
            try await stage.wait("it fails") { stage.failures.contains { $0.contains("crashed") } }
            TestOptions.note("form: failed \(ContinuousClock.now - start) after the kill")
            try expectEqual(stage.ends, [])
            // What was signed before the form is the payment's to say.
            try expect(stage.failures.allSatisfy { !$0.contains("nothing was signed") }, "\(stage.failures)")
            try expectEqual(stage.server.visits.count { $0.path == "/collect/" }, loads)
            try stage.view.retry()
            try expectEqual(try await stage.said(), "here")
            try expectEqual(stage.ends, [])
        },
        .form("a form that cannot be loaded says why, and can be retried") { stage in
            let view = try stage.makeView()
            for (status, word) in [(404, "404"), (500, "500"), (503, "503")] {
                stage.server.serve("/collect/", "<script>done('shown')</script>", status: status)
                let count = stage.failures.count
                view.retry()
                try await stage.wait("\(status) fails") { stage.failures.count > count }
                try expect(stage.failures.last?.contains(word) == true, "\(stage.failures)")
            }
            stage.serve("/collect/", "complete()")
            view.retry()
            try await stage.wait("it ends") { !stage.ends.isEmpty }
            try expectEqual(stage.ends, [.complete])
        },
        .form("a form whose page is empty or opens an empty one is said to have failed, and can be retried") { stage in
            let view = try stage.makeView()
            for (type, sentence) in [
                ("text/html", "The form could not be loaded: its page is empty."),
                ("text/plain", "The form could not be loaded. The response is not a web page."),
            ] {
                stage.server.serve("/collect/", "", type: type)
                let count = stage.failures.count
                view.retry()
                try await stage.wait("\(type) fails") { stage.failures.count > count }
                try expectEqual(stage.failures.last, sentence)
            }
            stage.serve("/collect/", "location.href = 'about:blank'")
            let count = stage.failures.count
            view.retry()
            try await stage.wait("the empty page fails") { stage.failures.count > count }
            stage.serve("/collect/", "complete()")
            view.retry()
            try await stage.wait("it ends") { !stage.ends.isEmpty }
            try expectEqual(stage.ends, [.complete])
        },
        .form("without a network a form fails, and a form that never answers fails after its time limit") { stage in
            // Nothing listens at the discard port.
            try stage.makeView(network: TestNetwork(proxy: "http://127.0.0.1:9")).load()
            try await stage.wait("it has failed") { !stage.failures.isEmpty }
            let quick = TimeSource(now: TimeSource.system.now, sleep: { _ in })
            stage.server.redirect("/silent", to: "webkit://gpu")
            try stage.makeView("/silent", time: quick).load()
            try await stage.wait("its time is over") { stage.failures.last?.contains("no answer") == true }
            try expect(!stage.events.contains(.loaded), "\(stage.events)")
        },
        .form("a form can be filled in while an image, a font or a frame never loads") { stage in
            stage.server.hold("/never")
            for body in [
                "<img src='/never'>", "<iframe src='/never'></iframe>",
                "<style>@font-face { font-family: x; src: url(/never) } p { font-family: x }</style><p>text</p>",
            ] {
                stage.serve("/collect/", "done('here')", body: body)
                try stage.makeView().load()
                try await stage.wait("\(body) is loaded") { stage.events.contains(.loaded) }
                try expectEqual(stage.events.count { $0 == .loaded }, 1, of: body)
                stage.forgetViews()
            }
        },
        .form("a form that is not parsed because its style sheet never loads fails after its time limit") {
            stage in
            stage.server.hold("/never")
            let body = "<script>done('parsing')</script><link rel=stylesheet href='/never'>"
            stage.serve("/collect/", "done('here')", body: body)
            // Its time is over when it is being parsed, and the view has been told so.
            let server = stage.server
            let quick = TimeSource(now: TimeSource.system.now) { _ in
                while !server.said.contains("parsing") { try await Task.sleep(for: .milliseconds(5)) }
                try await Task.sleep(for: .milliseconds(500))
            }
            try stage.makeView(time: quick).load()
            try await stage.wait("its time is over") { stage.failures.last?.contains("did not arrive") == true }
            stage.serve("/collect/", "complete()")
            try stage.view.retry()
            try await stage.wait("it ends") { !stage.ends.isEmpty }
        },
        .form("a form that keeps navigating to an empty page fails, and can be retried") { stage in
            stage.serve("/collect/", "location.href = 'about:blank';")
            try stage.makeView().load()
            try await stage.wait("it fails") { stage.failures.contains { $0.contains("empty") } }
            stage.serve("/collect/", "complete()")
            try stage.view.retry()
            try await stage.wait("it ends") { !stage.ends.isEmpty }
            try expectEqual(stage.ends, [.complete])
        },
        .form("an empty page, or a response that is not a page, is not shown as a form, and can be retried") { stage in
            for (body, type, reason) in [
                ("", "text/html", "empty"), ("<!doctype html>", "text/html", "empty"),
                ("The form.", "text/plain", "not a web page"), ("{}", "application/json", "not a web page"),
            ] {
                stage.server.serve("/collect/", body, type: type)
                let view = try stage.makeView()
                view.load()
                try await stage.wait("\(type) fails") { stage.failures.contains { $0.contains(reason) } }
                try expect(!stage.events.contains(.loaded), "\(type) was shown")
                stage.serve("/collect/", "complete()")
                view.retry()
                try await stage.wait("it ends") { !stage.ends.isEmpty }
            }
        },
        .form("a form that hangs is detected, and can be restarted") { stage in
            // Also before it has connected to the host.
            for script in ["setTimeout(() => { while (true); }, 50);", "while (true);"] {
                stage.serve("/collect/", script)
                try stage.makeView().load()
                try await stage.wait("it hangs") { !stage.failures.isEmpty }
                stage.serve("/collect/", "complete()")
                try stage.view.retry()
                try await stage.wait("it ends") { !stage.ends.isEmpty }
                try expectEqual(stage.ends, [.complete])
            }
        },
        .form("a form's processes end with it, and so does everything that it stored") { stage in
            // Those of an earlier form may still be about to end.
            let others = Set(Processes.all(.web) + Processes.all(.network))
            try await stage.open("localStorage.x = 'kept'; done('kept')")
            _ = try await stage.said()
            let own = Set(Processes.all(.network)).subtracting(others)
            try expect(!own.isEmpty, "it has none of its own")
            let all = own.union(Processes.all(.web)).subtracting(others)
            try stage.view.close()
            stage.forgetViews()
            try await stage.wait("they end") { all.isDisjoint(with: Processes.all(.web) + Processes.all(.network)) }
        },
        .form("the end of each form is received once, however many forms there are") { stage in
            stage.serve(
                "/collect/",
                "complete(); complete(); AndroidWallet.onDataCollectionComplete('{\"type\":\"IC_COMPLETE\"}')")
            for number in 0..<(TestOptions.current.isThorough ? 1_000 : 25) {
                let view = try stage.makeView(payment: "pay_\(number)")
                view.load()
                try await stage.wait("form \(number) ends") { !stage.ends.isEmpty }
                try expectEqual(stage.ends, [.complete], of: "form \(number)")
                view.close()
                stage.forgetViews()
            }
        },
    ]
}

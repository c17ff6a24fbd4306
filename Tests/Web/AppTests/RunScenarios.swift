import Foundation
import Harness
import WindowTesting

/// What a run makes of pages that behave, and of those that do not.
@MainActor let runScenarios = [
    Scenario("tests run in order, and every way to pass is recognized") { workshop in
        let verdict = try await workshop.run(
            PageFile.text("passing.js"))
        try expectEqual(workshop.summary, ["equal", "rejects", "until", "not now: skipped", "drawn"])
        try expectEqual(verdict, .passed)
        try expectEqual(workshop.lines.first, "TAP version 14")
        try expectEqual(workshop.lines.suffix(2), ["1..5", "# passed 4, failed 0, skipped 1"])
        try expectEqual(workshop.lines.contains("# hello { a: 1 }"), true)
    },
    Scenario("every way to fail is recognized, with its reason") { workshop in
        let verdict = try await workshop.run(
            PageFile.text("failing.js"))
        try expectEqual(
            workshop.summary,
            [
                "unequal: The values differ at [1].a", "not ok: zero", "thrown: TypeError: boo",
                "thrown text: It threw \"boo\"", "not rejected: It was not rejected",
                "other code: It was rejected, but with another code", "swallowed: caught",
                "uncaught: Uncaught in the page while this test ran: Error: later",
                "unhandled: Uncaught in the page while this test ran: Error: nobody",
                "after all",
            ])
        try expectEqual(workshop.results[0].failure?.found, "[1, { a: -0 }]")
        // A file by its path, and not by an address whose port is another one in the next run.
        try expectHolds(workshop.results[0].failure?.stack ?? "", "\(workshop.folder)/a.test.html:1:")
        try expectEqual(workshop.lines.contains { $0.contains("127.0.0.1") }, false)
        try expectEqual(verdict, .failed)
    },
    Scenario("a test that does not end is stopped, and the next one runs") { workshop in
        workshop.options.timeout = .seconds(2)
        let verdict = try await workshop.run(
            "test('waits', () => new Promise(() => {})); test('next', () => {});")
        try expectEqual(workshop.summary, ["waits: It took longer than 2 s", "next"])
        try expectEqual(verdict, .failed)
    },
    Scenario("a test that blocks the page beyond its time limit fails, and the next one runs") { workshop in
        workshop.options.timeout = .seconds(2)
        let verdict = try await workshop.run(
            PageFile.text("blocking.js"))
        try expectEqual(
            workshop.summary,
            ["blocks: It took longer than 2 s", "blocks after a while: It took longer than 2 s", "next"])
        try expectEqual(verdict, .failed)
    },
    Scenario("a page that hangs in a test is reloaded for the tests after it") { workshop in
        workshop.options.timeout = .seconds(2)
        let verdict = try await workshop.run(
            PageFile.text("hanging.js"))
        try expectEqual(
            workshop.summary,
            [
                "first", "hangs: The page stopped answering, as in a loop that does not end.", "not now: skipped",
                "next",
                "hangs again: The page stopped answering, as in a loop that does not end.", "last",
            ])
        try expectEqual(verdict, .failed)
    },
    Scenario("a page that hangs before its tests, or in its last one, is ended") { workshop in
        workshop.options.timeout = .seconds(2)
        _ = try await workshop.run("test('first', () => {}); test('hangs', () => { for (;;); });")
        try expectEqual(
            workshop.summary, ["first", "hangs: The page stopped answering, as in a loop that does not end."])
        _ = try await workshop.run("test('never', () => {}); for (;;);")
        try expectHolds(workshop.summary.last ?? "", "The page did not run its tests within 2 s.")
    },
    Scenario("a page that navigates away ends its tests") { workshop in
        _ = try await workshop.run(
            "test('goes', () => { location.href = '/b.html'; return new Promise(() => {}); }); test('next', () => {});")
        try expectHolds(workshop.summary.first ?? "", "goes: The page went to “http://127.0.0.1:")
        try expectEqual(workshop.results.count, 2)
    },
    Scenario("a page that crashes ends its tests") { workshop in
        workshop.onLine = { if $0 == "# now" { Processes.end(.web) } }
        let verdict = try await workshop.run(
            "test('crashes', () => { console.log('now'); return new Promise(() => {}); });")
        try expectEqual(workshop.summary, ["crashes: The page crashed."])
        try expectEqual(verdict, .failed)
        _ = try await workshop.run(
            PageFile.text("crashing.js"))
        try expectEqual(workshop.summary, ["crashes: The page crashed.", "next"])
    },
    Scenario("pages that have no tests, have broken tests, or do not exist are not a success") { workshop in
        workshop.options.timeout = .seconds(2)
        try expectEqual(try await workshop.run("document.title = 'no tests';"), .unusable)
        try expectEqual(workshop.summary, ["the page: The page has no tests."])
        try expectEqual(try await workshop.run("test('x', () => {"), .unusable)
        try expectHolds(workshop.summary.first ?? "", "the page: Uncaught in the page: SyntaxError")
        try expectEqual(await workshop.run(["\(workshop.folder)/none.test.html"]), .unusable)
        try expectEqual(await workshop.run(["http://127.0.0.1:45999/"]), .unusable)
        try expectHolds(workshop.summary.first ?? "", "could not be loaded")
        try expectEqual(await workshop.run(["https://example.org/"]), .unusable)
        try expectHolds(workshop.warnings.last ?? "", "not on this computer")
    },
    Scenario("test scripts get a page, may import, and may register tests late") { workshop in
        try workshop.write("export const wanted = 3;", to: "deep/values.js")
        try workshop.write(
            "import { wanted } from './values.js';\nawait new Promise((resolve) => setTimeout(resolve, 300));\n"
                + "test('late', (t) => t.equal(1 + 2, wanted));",
            to: "deep/sum & more.test.mjs")
        try workshop.write("test('other', (t) => t.ok(document.body));", to: "other.test.js")
        try workshop.write("this is no test", to: "node_modules/x.test.js")
        try expectEqual(await workshop.run([workshop.folder]), .passed)
        try expectEqual(workshop.summary, ["late", "other"])
    },
    Scenario("a failed assertion belongs to its test, also if the test does not wait for it") { workshop in
        let verdict = try await workshop.run(PageFile.text("late.js"))
        try expectEqual(
            workshop.summary,
            [
                "forgotten: It was not rejected", "next", "condition: It threw \"no\"",
                "timer", "timer: After the test had ended: The values differ", "last",
            ])
        try expectEqual(verdict, .failed)
    },
    Scenario("a test that takes too long says where it waits, what is open, and what the page shows") { workshop in
        workshop.options.timeout = .seconds(1)
        workshop.options.screenshots = "\(workshop.folder)/images"
        _ = try await workshop.run(PageFile.text("waiting.js"))
        let failures = workshop.results.compactMap(\.failure)
        try expectEqual(
            failures.map(\.message),
            [
                "It took longer than 1 s, and waited for t.until(() => document.title === \"never\")",
                "It took longer than 1 s, and waited for t.rejects. The question “Give a value.” is open.",
                "It took longer than 1 s, and waited for t.wallet.questions(2)",
            ])
        try expectEqual(failures.map(\.page), ["Total: 7 EUR", "Total: 7 EUR", "Total: 7 EUR"])
        for (failure, line) in zip(failures, [3, 8, 11]) {
            try expectHolds(failure.stack ?? "", "\(workshop.folder)/a.test.html:\(line):")
            let image = try Data(contentsOf: URL(fileURLWithPath: failure.screenshot ?? ""))
            try expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]) && image.count > 1_000, "no image")
        }
        try expectHolds(workshop.lines.joined(), "  screenshot: \"\(workshop.folder)/images/")
    },
    Scenario("the report of ten kinds of failures is the one that was read and agreed on") { workshop in
        workshop.options.timeout = .seconds(2)
        workshop.options.screenshots = "\(workshop.folder)/images"
        workshop.onLine = { if $0 == "# now" { Processes.end(.web) } }
        for name in PageFile.names(in: "failures") {
            // A file whose syntax is wrong is no script for the other checks.
            try workshop.write(PageFile.text("failures/\(name)"), to: name.replacing(".txt", with: ""))
        }
        try expectEqual(await workshop.run([workshop.folder]), .failed)
        // Times, ports and the folder of the test differ in each run, and the callers in a stack between web engines. A page
        // that is about to crash may be silent before.
        let lines = workshop.lines.filter { $0 != "# the page does not answer" }
        let report = lines.joined(separator: "\n").replacing(workshop.folder, with: "tests")
            .replacing(/time=\d+ms/, with: "time=0ms").replacing(/duration_ms: \d+/, with: "duration_ms: 0")
            .replacing(/images\/[^"]*?-(\d\d)-/) { "images/\($0.1)-" }.replacing(
                /127\.0\.0\.1:\d+/, with: "127.0.0.1:80"
            ).replacing(/(stack: "[^"]*?)\\n[^"]*"/) { "\($0.1)\"" }
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            try Data("\(report)\n".utf8).write(to: URL(fileURLWithPath: "Tests/Web/AppTests/Pages/failures.tap"))
        }
        for (line, wanted) in zip(
            report.split(separator: "\n"), PageFile.text("failures.tap").split(separator: "\n"))
        {
            try expectEqual(line, wanted)
        }
        try expectEqual("\(report)\n", PageFile.text("failures.tap"))
    },
    Scenario("several pages run at a time, and are reported in order") { workshop in
        workshop.options.jobs = 3
        for (name, milliseconds) in [("a", 900), ("b", 300), ("c", 0), ("d", 0)] {
            let body =
                "async () => { console.log('\(name)'); await new Promise((r) => setTimeout(r, \(milliseconds))); }"
            try workshop.write("test('\(name)1', \(body)); test('\(name)2', \(body));", to: "\(name).test.js")
        }
        var reported: [String] = []
        workshop.onLine = { reported.append($0) }
        try expectEqual(await workshop.run([workshop.folder]), .passed)
        try expectEqual(workshop.summary, ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"])
        try expectEqual(
            reported.filter { $0.hasPrefix("# ") },
            ["a", "a", "b", "b", "c", "c", "d", "d", "passed 8, failed 0, skipped 0"].map { "# \($0)" })
    },
    Scenario("a filter opens no page that cannot have such a test") { workshop in
        workshop.options.filter = "this"
        try workshop.write("console.log('opened'); test('that', (t) => t.fail());", to: "a.test.js")
        try workshop.write("test('this', () => {});", to: "b.test.js")
        try expectEqual(await workshop.run([workshop.folder]), .passed)
        try expectEqual(workshop.summary, ["this"])
        try expectEqual(workshop.lines.contains("# opened"), false)
        workshop.options.filter = "neither"
        try expectEqual(await workshop.run([workshop.folder]), .unusable)
        try expectEqual(workshop.warnings, ["No name of a test contains “neither”."])
    },
    Scenario("a filter excludes the other tests") { workshop in
        workshop.options.filter = "this"
        try expectEqual(try await workshop.run("test('this', () => {}); test('that', (t) => t.fail());"), .passed)
        try expectEqual(workshop.summary, ["this", "that: skipped"])
    },
    Scenario("nothing remains of a page when the next one runs") { workshop in
        let script = PageFile.text("leaving.js")
        for name in ["a", "b", "c"] { try workshop.write(script, to: "\(name).test.js") }
        try expectEqual(await workshop.run([workshop.folder]), .passed)
        try expectEqual(workshop.results.count, 6)
    },
    Scenario("a service worker of a page does not answer the next one") { workshop in
        let answer = "async (t) => t.equal(await (await fetch('answer.txt')).text(), "
        try workshop.write("server", to: "answer.txt")
        try workshop.write(
            "addEventListener('activate', (event) => event.waitUntil(clients.claim()));"
                + "addEventListener('fetch', (event) => event.respondWith(new Response('worker')));",
            to: "worker.js")
        try workshop.write(
            "test('a', async (t) => { await navigator.serviceWorker.register('worker.js');"
                + "await t.until(() => navigator.serviceWorker.controller); await (\(answer)'worker'))(t); });",
            to: "a.test.js")
        try workshop.write("test('b', \(answer)'server'));", to: "b.test.js")
        try expectEqual(await workshop.run([workshop.folder]), .passed)
        try expectEqual(workshop.summary, ["a", "b"])
    },
    Scenario("a page that never rests after its tests does not affect the next one") { workshop in
        workshop.options.timeout = .seconds(2)
        try workshop.write(
            "test('spins', () => { setTimeout(() => { for (;;); }, 20); new Worker('spin.js'); });", to: "a.test.js")
        try workshop.write("for (;;);", to: "spin.js")
        try workshop.write("test('next', () => {});", to: "b.test.js")
        _ = await workshop.run([workshop.folder])
        try expectEqual(workshop.summary.first, "spins")
        try expectEqual(workshop.summary.last, "next")
    },
    Scenario("results are written as JUnit XML") { workshop in
        let file = "\(workshop.folder)/results.xml"
        workshop.options.junit = file
        try expectEqual(try await workshop.run("test('a <b>', () => {});"), .passed)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try expectHolds(text, "<testsuites name=\"drawbridge\" tests=\"1\" failures=\"0\"")
        try expectHolds(text, "name=\"a &lt;b&gt;\"")
        workshop.options.junit = "\(workshop.folder)/none/results.xml"
        try expectEqual(try await workshop.run("test('a', () => {});"), .failed)
    },
]

import Bridge
import TestSupport
import WebHost
import WindowTesting

/// Addresses that one parser takes for the form's host and another for a different host.
@MainActor var confusionTests: [PageTest] {
    [
        .form("a form is opened where a browser would go, for every confusing address") { stage in
            let views = try await stage.browserViews()
            try expectEqual(views.count, HostConfusion.all.count + HostConfusion.right.count)
            let form = try PaymentHostRule().form(at: "https://\(FormTestContext.host)/")
            var elsewhere = 0
            for view in views {
                let isOwn = view.origin == "https://\(FormTestContext.host)"
                let isService = isOwn || view.origin?.hasSuffix(".\(FormTestContext.host)") == true
                if let opened = try? PaymentHostRule().form(at: view.input) {
                    try expect(isService && view.origin == opened.origin.description, "\(view) is opened")
                }
                if form.covers(view.href ?? "") { try expect(isOwn, "\(view) is the form's host") }
                if isOwn, view.href?.hasPrefix("https:") == true,
                    view.href?.contains("@\(FormTestContext.host)") == false
                {
                    try expect(form.covers(view.href ?? ""), "\(view) is refused")
                }
                if view.isElsewhere { elsewhere += 1 }
            }
            TestOptions.note("host confusion: \(views.count) addresses, \(elsewhere) lead elsewhere by http or https")
            try expect(elsewhere >= 471, "\(elsewhere)")
        },
        .form("no confusing address leads a form away, by a link, a redirect, a form or a script") {
            stage in
            let wrong = try await stage.browserViews().filter(\.isElsewhere).map(\.input)
            try stage.view.close()
            stage.server.serveEverything(FormTestContext.html(FormTestContext.obedient, body: "<div id=place></div>"))
            try await stage.open(FormTestContext.obedient, body: "<div id=place></div>")
            let chosen =
                TestOptions.current.isThorough
                ? wrong : wrong.enumerated().filter { $0.offset % 12 == 0 }.map(\.element)
            for input in chosen {
                for (name, step) in ways(to: input) {
                    if name == "redirect" {
                        // A header cannot hold what would end it.
                        guard !input.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else { continue }
                        stage.server.redirect("/away", to: input)
                    }
                    // A redirect is read by another reader, which may take it for no address at all.
                    if name == "redirect" {
                        try await stage.ask(step)
                        try await stage.settle()
                        continue
                    }
                    let count = stage.blocked.count
                    try await stage.insist(on: step, until: "\(name) to \(input) is refused") {
                        stage.blocked.count > count
                    }
                }
            }
            try await stage.settle()
            TestOptions.note("host confusion: \(chosen.count) addresses by each way, \(stage.strays.count) left")
            try expectEqual(stage.strays, [])
            try expectEqual(stage.ends, [])
        },
        .form("no valid address is refused, by a link, a redirect, a form or a script") { stage in
            for input in HostConfusion.right {
                let target = input.contains("#") ? input : "\(input)#right"
                for (name, step) in ways(to: target) {
                    stage.server.redirect("/away", to: target)
                    stage.server.serveEverything(FormTestContext.html("done(location.href)"))
                    try await stage.open(step, body: "<div id=place></div>")
                    let href = try await stage.said()
                    try expect(href.hasPrefix("https://\(FormTestContext.host)/"), "\(name) to \(target): \(href)")
                    try expectEqual(stage.blocked, [], of: "\(name) to \(target)")
                    try stage.view.close()
                    stage.forgetViews()
                }
                if !TestOptions.current.isThorough, input == HostConfusion.right[3] { break }
            }
            try expectEqual(stage.strays, [])
        },
    ]
}

/// A browser's interpretation of an address.
private struct BrowserView {
    let input: String
    let href: String?
    let origin: String?

    /// Whether it is an address of the web that is not the form's own.
    var isElsewhere: Bool {
        guard let href, let origin, origin != "null" else { return false }
        return href.hasPrefix("http")
            && (origin != "https://\(FormTestContext.host)" || href.contains("@\(FormTestContext.host)"))
    }
}

extension FormTestContext {
    /// Asks the browser what it makes of each address.
    fileprivate func browserViews() async throws -> [BrowserView] {
        let inputs = HostConfusion.all + HostConfusion.right
        server.serve("/inputs", JSON.array(inputs.map { .string($0) }).text, type: "application/json")
        try await open(
            PageCode.call("confusion", "parseInputs"))
        let answers = try JSON(parsing: try await said()).array ?? []
        return zip(inputs, answers).map { input, answer in
            BrowserView(input: input, href: answer[0]?.string, origin: answer[1]?.string)
        }
    }
}

/// Ways by which a page goes to an address; each with its script.
private func ways(to target: String) -> [(name: String, step: String)] {
    ["link", "redirect", "form", "script"].map { way in
        (way, PageCode.call("confusion", "leave", ["way": way, "target": target]))
    }
}

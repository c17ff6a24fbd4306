import Foundation
import Harness
import WindowTesting
import WalletUI

/// A person who uses another process's window.
@MainActor let personScenarios = [
    Scenario("the question for a file says which site asks") { workshop in
        let page = "<!doctype html><title>x</title><label>Upload <input type=file></label><p>Ready"
        try workshop.write(page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        workshop.keep(site)
        let program = try Program(["open", site.url, "--demo", "--new-window"], of: "drawbridge")
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await person.inside("document web").press("push button", .holding("Upload"))
        let question = person.inside("file chooser", .holding("127.0.0.1"))
        try await question.press("push button", "Cancel")
        try await person.waitUntilGone("file chooser", .any)
    },
    Scenario("a window that ends while an approval is open ends without a complaint of the toolkit") { workshop in
        for way in ["closed", "terminated"] {
            try workshop.write(Sample.page, to: "site/index.html")
            let site = try await Site.serve("\(workshop.folder)/site")
            workshop.keep(site)
            let errors = "\(workshop.folder)/errors"
            let program = try Program(["open", site.url, "--demo", "--new-window"], of: "drawbridge", errors: errors)
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            try await person.inside("document web").press("push button", "Connect")
            try await person.inside("dialog", .holding("Approval")).see("push button", "Reject")
            if way == "closed" {
                try await person.press("push button", "Close")
                _ = try await program.ended()
            } else {
                program.end()
            }
            let said = try String(contentsOfFile: errors, encoding: .utf8)
            try expect(!said.contains("CRITICAL") && !said.contains("WARNING"), "\(way): \(said)")
        }
    },
    Scenario("a person reads, clicks and types in a page, and missing elements are reported") { workshop in
        try workshop.write(
            PageFile.text("amount.html"), to: "index.html")
        let program = try Program(["--show", "folder", workshop.folder])
        defer { program.end() }
        let person = try AccessibilityDriver(using: program.id, patience: waitingLimit)
        try await person.see("push button", "Pay now")
        try await person.type("12.50", into: "entry", "Amount")
        try expectEqual(try await person.text(of: "entry", "Amount"), "12.50")
        try expectEqual(try await person.isSensitive("push button", "Refund"), false)
        try await person.press("push button", "Pay now")
        try await person.see("document web", "paid 12.50")
        try expectEqual(person.sees("push button", .holding("nothing like it")), false)
        let image = "\(workshop.folder)/screen.png"
        try Screenshot.write(to: image)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: image))
        try expectEqual(Array(bytes.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        do throws(HarnessError) {
            try await AccessibilityDriver(using: program.id, patience: .milliseconds(100)).press(
                "push button", "Refund")
            throw HarnessError(.missing, "it could be pressed")
        } catch {
            try expectEqual(error.kind, .late)
            try expectHolds(error.description, "push button “Pay now”")
        }
    },
]

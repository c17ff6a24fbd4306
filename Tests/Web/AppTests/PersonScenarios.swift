import Foundation
import Harness
import WindowTesting
import WalletUI

/// A person who uses another process's window.
@MainActor let personScenarios = [
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
        let picture = "\(workshop.folder)/screen.png"
        try Screenshot.write(to: picture)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: picture))
        try expectEqual(Array(bytes.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        do throws(HarnessError) {
            try await AccessibilityDriver(using: program.id, patience: .milliseconds(100)).press(
                "push button", "Refund")
            throw HarnessError(.missing, "it could be pressed")
        } catch {
            try expectEqual(error.kind, .late)
            try expectHolds(error.description, "push button “Pay now”")
        }
    }
]

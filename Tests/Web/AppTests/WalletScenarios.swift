import Harness
import WindowTesting

/// What a test can tell the wallet, and what it learns.
@MainActor let walletScenarios = [
    Scenario("the script answers questions, whichever comes first") { workshop in
        let verdict = try await workshop.run(
            PageFile.text("answering.js"))
        try expectEqual(verdict, .passed)
        try expectEqual(workshop.results.map(\.name).count, 9)
    },
    Scenario("a question that the script does not mention fails by name, and is rejected") { workshop in
        workshop.options.patience = .milliseconds(50)
        let verdict = try await workshop.run(
            PageFile.text("unanswered.js"))
        try expectEqual(verdict, .failed)
        let failures = workshop.results.map { $0.failure?.message ?? "" }
        try expectHolds(failures[0], "The test does not say how to answer “Give a value.”, so it was rejected.")
        try expectHolds(failures[1], "The test does not say how to answer “Give a value.”, so it was rejected.")
        try expectEqual(
            failures[2],
            "The test expected 2 more approvals, but the wallet did not ask. The test expected 1 more rejection, but the "
                + "wallet did not ask. The test set a text to type, but the wallet asked for none.")
        try expectHolds(failures[3], "The answer is “approve”, “reject” or null.")
        try expectHolds(failures[4], "The number of times must be a whole number")
        try expectEqual(failures[5], "")
    },
    Scenario("a page that sends a request while it loads is answered by its first test") { workshop in
        let verdict = try await workshop.run(
            PageFile.text("early.js"))
        try expectEqual(verdict, .passed)
    },
    Scenario("a page that floods the wallet does not affect its tests") { workshop in
        workshop.options.timeout = .seconds(20)
        let verdict = try await workshop.run(
            PageFile.text("flooding.js"))
        try expectEqual(verdict, .passed)
    },
]

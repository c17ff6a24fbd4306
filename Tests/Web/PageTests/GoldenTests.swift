import Bridge
import TestSupport
import WebHost
import WindowTesting

/// What the page's scripts send and hear, against the golden texts.
@MainActor var goldenTests: [PageTest] {
    [
        PageTest("Link's script sends the golden texts and receives the golden answers") { stage in
            try await compare(stage, with: try Golden.read("link"), dialect: "link")
        },
        PageTest("Ethereum's script sends the golden texts and receives the golden answers") { stage in
            try await compare(stage, with: try Golden.read("ethereum"), dialect: "ethereum")
        },
        PageTest("the script of invoke sends the golden texts and receives the golden answers") { stage in
            stage.makeView(dialects: [.invoke()])
            try await compare(stage, with: try Golden.read("invoke"), dialect: "invoke")
        },
    ]
}

/// Lets a page ask all that is answered, one after the other, and compares what went each way, and what it
/// hears.
@MainActor private func compare(_ stage: PageTestContext, with all: [Golden], dialect: String) async throws {
    let pairs = all.filter { $0.asked != nil && $0.answer != nil }
    try expect(pairs.count > 10, "only \(pairs.count) pairs")
    stage.wallet.script = pairs.compactMap(\.outcome)
    let cases = try pairs.map { pair in
        JSON.array([.string(pair.name), pair.asked ?? .null, try pair.answer.map { try JSON(parsing: $0) } ?? .null])
    }
    let different = try await stage.run(
        PageCode.call("golden", "compare", ["dialect": dialect, "cases": JSON.array(cases).text]))
    try expectEqual(different, "[]")
    for (index, pair) in pairs.enumerated() {
        try expectEqual(stage.messages[index], pair.message, of: pair.name)
        try expectEqual(stage.answers[index], pair.answer, of: pair.name)
    }
    try expectEqual(stage.wallet.requests.map(\.params), pairs.compactMap(\.call?.params))
}

import Bridge
import Foundation
import Harness
import Simulators
import WindowTesting

/// Partially signed transactions in the terminal, beside the window in which they are approved.
@MainActor let homePSBTTerminalScenarios = [
    Scenario("the terminal explains, signs, combines and sends a PSBT, as JSON and by images of its codes") {
        workshop in
        let account = try KeysElsewhere(account: 7)
        let terminal = try await ServedTerminal(workshop)
        defer { terminal.program.end() }
        let (person, ledger) = (terminal.person, terminal.ledger)
        try ledger.pay(1_000_000, to: account.script, confirmations: 1)
        try await person.see("push button", "Tools…")
        _ = try terminal.run("accounts", "add", "--watch", account.export, "--name", "Cool")
        try await person.see("push button", .holding("0.01 BTC, Cool"))
        let file = { (name: String) in "\(workshop.folder)/\(name)" }
        let payment = file("payment.psbt")
        let made = try answer(
            terminal.run("send", "0.004", "BTC", Sample.bitcoinRecipient, "--account", "Cool", "--json"))
        try workshop.write(try required(made["psbt"]?.string), to: "payment.psbt")
        // What it pays, and that it is not signed.
        let unsigned = try answer(terminal.run("psbt", "show", payment, "--json"))
        try expectEqual(unsigned["complete"]?.bool, false)
        try expectEqual(unsigned["signable"]?.bool, true)
        let fee = try required(unsigned["fee"]?.string.flatMap(Int.init))
        try expectEqual((1...2_000).contains(fee), true)
        let rows = unsigned["rows"]?.array ?? []
        let recipient = rows.first { $0["value"]?.string == Sample.bitcoinRecipient }
        try expectEqual(recipient?["label"]?.string, "To")
        try expectEqual(rows.contains { $0["value"]?.string == "0.004 BTC" }, true)
        try expectEqual(
            unsigned["warnings"]?.array?.compactMap(\.string), ["You have never sent to this address before."])
        let text = try terminal.run("psbt", "show", payment)
        try expectHolds(text, "Amount\t0.004 BTC\n")
        try expectEqual(try await status(terminal.start("psbt", "send", payment, "--json")), 1)
        // A rejected question gives no signatures.
        let rejected = try terminal.start("psbt", "sign", payment, "--json")
        defer { rejected.end() }
        try await terminal.approval.see("heading", .holding("Sign a transaction that pays 0.004 BTC"))
        try await terminal.approval.press("push button", "Reject")
        let refusal = try await rejected.ended()
        try expectEqual(refusal.status, 3)
        try expectEqual(refusal.output.contains("psbt"), false)
        let signing = try terminal.start("psbt", "sign", payment, "--json", "--output", file("signed.psbt"))
        defer { signing.end() }
        try await terminal.approval.see("heading", .holding("Sign a transaction that pays 0.004 BTC"))
        try await approve("Sign", in: terminal.approval)
        let signed = try await signing.ended()
        try expectEqual(signed.status, 0)
        try expectEqual(try answer(signed.output)["file"]?.string, file("signed.psbt"))
        // The signatures come back in images of the codes that another terminal shows.
        let codes = try terminal.codes(of: file("signed.psbt"), "--bbqr")
        try expectEqual(codes.allSatisfy { $0.hasPrefix("B$2P") } && codes.count > 1, true)
        var images: [String] = []
        for code in codes.reversed() {
            let place = file("code-\(images.count).png")
            try FileManager.default.moveItem(atPath: try await image(of: code, in: workshop), toPath: place)
            images += ["--image", place]
        }
        let partial = try terminal.start("psbt", "show", payment, "--image", images[1])
        defer { partial.end() }
        try expectEqual(try await status(partial), 1)
        let complete = file("complete.psbt")
        let shown = try answer(
            terminal.run(["psbt", "show", payment] + images + ["--output", complete, "--json"]))
        try expectEqual(shown["complete"]?.bool, true)
        try expectEqual(shown["signable"]?.bool, false)
        // The same by files.
        let combined = try answer(terminal.run("psbt", "combine", payment, file("signed.psbt"), "--json"))
        try expectEqual(combined["file"], .null)
        try expectEqual(
            combined["psbt"]?.string, try Data(contentsOf: URL(fileURLWithPath: complete)).base64EncodedString())
        // A file that exists is never replaced.
        try expectEqual(
            try await status(terminal.start("psbt", "combine", payment, payment, "--output", complete)), 64)
        let final = try answer(terminal.run("psbt", "finalize", complete, "--extract", "--json"))
        try expectEqual(try required(final["transaction"]?.string).hasPrefix("02000000"), true)
        try expectEqual(ledger.waiting.isEmpty, true)
        let sending = try terminal.start("psbt", "send", complete, "--json")
        defer { sending.end() }
        try await terminal.approval.see("heading", .holding("Send 0.004 BTC"))
        try await approve("Send", in: terminal.approval)
        let sent = try await sending.ended()
        try expectEqual(sent.status, 0)
        let txid = try required(answer(sent.output)["txid"]?.string)
        try expectEqual(ledger.waiting, [txid])
        try ledger.mine()
    }
]

extension Sample {
    /// An address of somebody else on Bitcoin, of the examples of BIP-173.
    static let bitcoinRecipient = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
}

/// The JSON that a command has printed.
private func answer(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

/// How a command ended.
@MainActor private func status(_ command: Program) async throws -> Int32 { try await command.ended().status }

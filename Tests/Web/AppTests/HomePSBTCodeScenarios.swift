import ChainServers
import Foundation
import Harness
import Network
import QR
import WalletUI
import WindowTesting

/// A watch-only account in the window: its payments are signed in another wallet, by QR codes and their pictures.
@MainActor let homePSBTCodeScenarios =
    !ChainServers.isInstalled
    ? []
    : [
        Scenario("a watch-only account pays with QR codes that the wallet with the keys signs") { workshop in
            let servers = try await ChainServers.shared
            let ledger = servers.bitcoin
            let account = try KeysElsewhere(account: 8)
            try await ledger.pay(1_000_000, to: account.script, confirmations: 1)
            let program = try Program(
                ["--show", "served", "\(ledger.proxies[1].port)", "\(servers.bitcoinCash.proxies[1].port)"])
            defer { program.end() }
            let person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
            let approval = person.inside("dialog", .holding("Approval"))
            try await person.press("push button", "Tools…")
            try await person.press("push button", .holding("Add watch-only account"))
            try await person.type(account.export, into: "text", "Public key, descriptor or address")
            try await person.type("Colder", into: "text", "Name")
            try await person.press("push button", "Add account")
            try await person.press("push button", .holding("0.01 BTC, Colder"))
            try await person.press("push button", "Send…")
            try await person.see("radio button", .holding("Slow"))
            try await person.type("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", into: "text", "Recipient")
            try await person.type("0.004", into: "text", "Amount in BTC")
            try await person.press("push button", "Create PSBT")
            try await person.see("heading", "Transaction to sign")
            // The codes change by themselves, and stop when the person wants it.
            try await person.press("push button", .holding("Show QR codes"))
            try await person.see("heading", "QR codes of the transaction")
            try await portray("home-psbt-codes")
            let unsigned = try await photographs("UR:CRYPTO-PSBT/", in: workshop, name: "unsigned")
            try await person.press("push button", "Pause")
            try await person.see("push button", "Continue")
            try await back(from: person)
            // The wallet with the keys reads the photographs, in any order.
            try await person.inside("panel", .holding("ransaction")).press("push button", "Back")
            try await person.press("push button", .holding("Open PSBT"))
            try await person.see("heading", "Open a PSBT")
            try await add(unsigned.reversed(), "Open", until: "Transaction to sign", person)
            try await person.press("push button", "Sign…")
            try await approval.see("heading", .holding("Sign a transaction that pays 0.004 BTC"))
            try await approve("Sign", in: approval)
            try await person.see("heading", "Signed transaction")
            try await person.press("push button", .holding("Show QR codes"))
            try await person.press("radio button", .holding("BBQr"))
            try await person.press("push button", "Show")
            let signed = try await photographs("B$2P", in: workshop, name: "signed")
            try await back(from: person)
            // The watching wallet adds the signatures to the transaction that it made.
            try await person.inside("panel", .holding("ransaction")).press("push button", "Back")
            try await person.press("push button", .holding("Open PSBT"))
            try await person.see("heading", "Open a PSBT")
            try await add(unsigned, "Open", until: "Transaction to sign", person)
            try await add(signed, "Add signatures", until: "Signed transaction", person)
            try await portray("home-psbt-signed")
            try await person.press("push button", "Send…")
            try await approval.see("heading", .holding("Send 0.004 BTC"))
            try await approve("Send", in: approval)
            try await person.see("heading", "Sent")
            let sent = try await person.text(of: "label") { $0.utf8.count == 64 }
            try expectEqual(try await ledger.waiting.contains(sent), true)
            try await ledger.mine()
        }
    ]

/// Goes back from the codes to the transaction.
@MainActor private func back(from person: AccessibilityDriver) async throws {
    try await person.inside("panel", .holding("QR codes")).press("push button", "Back")
    try await person.see("push button", .holding("Show QR codes"))
}

/// Pictures of the screen, one for each code of the series that is shown; returns their paths.
@MainActor private func photographs(
    _ beginning: String, in workshop: TestPageFolder, name: String
) async throws -> [String] {
    var (paths, seen) = ([String](), Set<String>())
    try await waitUntil("every code was on the screen", every: .milliseconds(70)) {
        let path = "\(workshop.folder)/\(name)-\(paths.count).png"
        try Screenshot.write(to: path)
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard let text = try? QRDecoder.texts(in: file).first(where: { $0.hasPrefix(beginning) }),
            seen.insert(text).inserted
        else { return false }
        paths.append(path)
        return paths.count == codes(in: text)
    }
    return paths
}

/// The number of codes of the series that a text belongs to: twice the fragments of a fountain code.
private func codes(in text: String) -> Int {
    let fields = text.split(separator: "/")
    guard fields.count == 3 else { return Int(text.dropFirst(4).prefix(2), radix: 36) ?? 1 }
    return 2 * (Int(fields[1].split(separator: "-").last ?? "") ?? 0)
}

/// Adds pictures one after another, until the transaction is complete.
@MainActor private func add(
    _ pictures: [String], _ button: String, until heading: String, _ person: AccessibilityDriver
) async throws {
    for (place, picture) in pictures.enumerated() {
        try await person.type(picture, into: "text", "Picture of a QR code")
        try await person.press("push button", .exactly(button))
        // Each picture that was read changes the sentence, also if it has nothing new.
        let sentence = "from \(place + 1) picture"
        try await waitUntil("the picture was read", every: .milliseconds(100)) {
            person.sees("heading", .exactly(heading)) || person.sees("label", .holding(sentence))
        }
        if person.sees("heading", .exactly(heading)) { return }
    }
    throw Failure("\(pictures.count) pictures do not make the transaction complete")
}

import Bitcoin
import Foundation
import Harness
import Keys
import Primitives
import QRReader
import QRWriter
import Simulators
import WalletUI
import WindowTesting

/// Keys that are swept in the wallet's window.
@MainActor let homeSweepScenarios = [
    Scenario("a paper wallet is swept with an uncompressed key, and other keys are refused with the reason") { _ in
        // The private key 1 followed by 31 bytes of 7, with a public key in 65 bytes, as on old paper.
        let text = try wif([1] + [UInt8](repeating: 7, count: 31), isCompressed: false)
        let key = KeySource(try WIF(SecretBytes(copying: text.utf8)))
        let old = Destination.publicKey(
            hash: Hash160.hash(try key.publicKey(at: DerivationPath("m")).uncompressed)
        ).script
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        try ledger.pay(800_000, to: old.bytes, confirmations: 1)
        try await openCash(person)
        try await person.press("push button", "Sweep private key…")
        let form = person.inside("dialog", .holding("sweep"))
        for (wrong, problem) in [
            ("", "Enter a private key or a seed."),
            (
                "legal winner thank year wave sausage worth useful legal winner thank yellow",
                "not a seed of Electrum"
            ),
            (String(text.dropLast()), "not a private key in the wallet import format"),
            ("6PYLtMnXvfG3oJde97zRyLYFZCYizPU5T3LwgdYJz1fRhh16bU7u6PPmY7", "BIP-38"),
            (try wif([UInt8](repeating: 3, count: 32), isTest: true), "for a test network"),
            (try wif([UInt8](repeating: 3, count: 32)), "holds nothing"),
        ] {
            try await form.type(wrong, into: "password text", "Private key or Electrum seed")
            try await form.press("push button", "Continue")
            try await form.see("label", .holding(problem))
        }
        try await portray("home-sweep")
        try await form.type(text, into: "password text", "Private key or Electrum seed")
        try await form.press("push button", "Continue")
        try await form.see("radio button", .holding("0.008 BCH on Bitcoin Cash, P2PKH"))
        try await portray("home-sweep-found")
        try await form.press("push button", "Review")
        let approval = served.approval
        try await approval.see("heading", .holding("Sweep a private key"))
        try await approve("Sweep", in: approval)
        try await person.see("label", .holding("The key was swept with the transaction"))
        try expectEqual(ledger.waiting.isEmpty, false)
        try ledger.mine()
    },
    Scenario("a seed of the first Electron Cash is swept from all its addresses") { _ in
        // The words of Electrum's own tests.
        let words = "powerful random nobody notice nothing important anyway look away hidden message over"
        let source = try KeySource(OldElectrumSeed(utf8: SecretBytes(copying: words.utf8)))
        let served = try await ServedCoins()
        defer { served.end() }
        let (ledger, person) = (served.cash.ledger, served.person)
        for (path, value) in [("m/0/0", 500_000), ("m/0/3", 300_000), ("m/1/0", 200_000)] {
            let key = try source.publicKey(at: DerivationPath(path))
            let script = Destination.publicKey(hash: Hash160.hash(key.uncompressed)).script
            try ledger.pay(UInt64(value), to: script.bytes, confirmations: 1)
        }
        try await openCash(person)
        try await person.press("push button", "Sweep private key…")
        let form = person.inside("dialog", .holding("sweep"))
        try await form.type(words, into: "password text", "Private key or Electrum seed")
        try await form.type("harbour", into: "password text", "Extension words of the seed")
        try await form.press("push button", "Continue")
        try await form.see("label", .holding("not a seed of Electrum 2.0 or later"))
        try await form.type(words, into: "password text", "Private key or Electrum seed")
        try await form.press("push button", "Continue")
        try await form.see("radio button", .holding("0.01 BCH on Bitcoin Cash, P2PKH"))
        try await form.press("push button", "Review")
        let approval = served.approval
        try await approve("Sweep", in: approval)
        try await person.see("label", .holding("The key was swept with the transaction"))
        try ledger.mine()
    },
]

/// Keys and coins in the program itself, whose servers are those of the main networks.
@MainActor let homeKeyScenarios = [
    Scenario("the key in an image is read, and the terminal learns that the form was closed") { workshop in
        let text = try wif([UInt8](repeating: 3, count: 32))
        let image = try await image(of: text, in: workshop)
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let sweeping = try driver.start("sweep", "--image", image)
        defer { sweeping.end() }
        let form = driver.person.inside("dialog", .holding("sweep"))
        try expectEqual(try await form.text(of: "text", "Image of a QR code"), image)
        try await form.type(text, into: "password text", "Private key or Electrum seed")
        try await form.press("push button", "Continue")
        try await form.see("label", .holding("not both"))
        try await form.type("", into: "password text", "Private key or Electrum seed")
        try await form.press("push button", "Continue")
        // The key was read, and nothing else is missing.
        try await form.see("label", .holding("No server for Bitcoin or Bitcoin Cash is set."))
        try await form.press("push button", "Cancel")
        try expectEqual(try await sweeping.ended().status, 3)
        // A wallet without coins has none to list or to freeze.
        try expectEqual(try driver.run("coins"), "")
        try expectEqual(try driver.run("coins", "--json"), "[]\n")
        let coin = String(repeating: "ab", count: 32) + ":0"
        try expectEqual(try await driver.status(of: "coins", "freeze", coin), 1)
        try expectEqual(try await driver.status(of: "coins", "freeze", "ab:0"), 64)
        driver.program.end()
        try expectEqual(try driver.run("coins"), "")
        try expectEqual(try await driver.status(of: "coins", "label", coin, "Tea"), 1)
        try expectEqual(try await driver.status(of: "sweep"), 2)
    }
]

/// The private key in the wallet import format.
private func wif(_ key: [UInt8], isCompressed: Bool = true, isTest: Bool = false) throws -> String {
    Base58Check.encode([isTest ? 0xEF : 0x80] + key + (isCompressed ? [1] : []))
}

/// A screenshot with `text` as a QR code; returns its path.
@MainActor func image(of text: String, in workshop: TestPageFolder) async throws -> String {
    let code = try required(QRCode(text))
    var step = Screen(title: "A paper wallet", heading: "The key")
    step.image = Screen.Image(side: code.side, isDark: code.isDark, description: "a key")
    let window = ScreenWindow()
    window.show(step)
    defer { window.close() }
    let path = "\(workshop.folder)/key.png"
    try await waitUntil("the code is on the screen", every: .milliseconds(100)) {
        try Screenshot.write(to: path)
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        return (try? QRDecoder.text(in: [UInt8](file))) == text
    }
    return path
}

import Foundation
import Harness
import Primitives
import WindowTesting

/// Keys that are taken into a wallet, in windows, by a person's means.
@MainActor let importScenarios = [
    Scenario("a private key becomes a wallet; an invalid key is refused, and no key stays in the window") { workshop in
        let errand = try WalletCommandDriver("import", in: workshop)
        defer { errand.close() }
        try await errand.form.see("radio button", .holding("A keystore file"))
        try await portray("import-1")
        try await errand.begin("A private key")
        for (wrong, problem) in [
            ("", "64 hexadecimal digits"), (String(Sample.key.dropLast()), "64 hexadecimal digits"),
            (String(repeating: "0", count: 64), "not a valid private key"),
            ("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", "not a valid private key"),
            // In the wallet import format, with a public key of 65 bytes.
            ("5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "Sweep it to another wallet"),
        ] {
            try await errand.form.type(wrong, into: "password text", "Private key")
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding(problem))
        }
        try await portray("import-2")
        try await errand.form.type("0x" + Sample.key, into: "password text", "Private key")
        try errand.expectNothing(of: [Sample.key])
        try await errand.form.press("push button", "Continue")
        try await errand.form.see("heading", .holding("Choose a passphrase for “Pocket”"))
        try errand.expectNothing(of: [Sample.key])
        try await errand.protect("Pocket", with: Sample.passphrase)
        let end = try await errand.end()
        try expectEqual(end.status, 0)
        try expectEqual(end.output, "Pocket\n")
        try expectEqual(try workshop.key(behind: Sample.passphrase), Sample.key)
    },
    Scenario("a private key in the wallet import format becomes a wallet; one of a test network does not") { workshop in
        let key = try required(Hex.decode(Sample.key))
        let errand = try WalletCommandDriver("import", in: workshop)
        defer { errand.close() }
        try await errand.begin("A private key")
        let text = Base58Check.encode([0x80] + key + [1])
        for (wrong, problem) in [
            (String(text.dropLast()), "64 hexadecimal digits"),
            (Base58Check.encode([0xEF] + key + [1]), "Sweep it to another wallet"),
        ] {
            try await errand.form.type(wrong, into: "password text", "Private key")
            try await errand.form.press("push button", "Continue")
            try await errand.form.see("label", .holding(problem))
        }
        try await errand.form.type(text, into: "password text", "Private key")
        try await errand.form.press("push button", "Continue")
        try await errand.protect("Pocket", with: Sample.passphrase)
        try expectEqual(try await errand.end().status, 0)
        try expectEqual(try workshop.key(behind: Sample.passphrase), Sample.key)
    },
    Scenario("a keystore file becomes a wallet; invalid files and wrong passphrases are distinguished") { workshop in
        for (name, text) in [
            ("good.json", Sample.keystore), ("half.json", String(Sample.keystore.dropLast(20))),
            ("long.json", Sample.keystore + String(repeating: " ", count: 100_000)), ("empty.json", ""),
            ("first.json", Sample.keystore.replacing("\"version\": 3", with: "\"version\": 1")),
            ("greedy.json", Sample.keystore.replacing("262144", with: "2621440000")),
            ("touched.json", Sample.keystore.replacing("5318b4d5", with: "5318b4d6")),
        ] { try workshop.write(text, to: name) }
        try expectEqual(mkfifo("\(workshop.folder)/pipe.json", 0o600), 0)
        let errand = try WalletCommandDriver("import", in: workshop)
        defer { errand.close() }
        try await errand.begin("A keystore file")
        for (file, problem) in [
            ("none.json", "cannot be read"), ("", "cannot be read"), ("pipe.json", "cannot be read"),
            ("long.json", "too long"), ("half.json", "not a keystore file"), ("empty.json", "not a keystore file"),
            ("first.json", "not a keystore file"), ("greedy.json", "exceeds the limits of this program"),
            ("touched.json", "This passphrase does not open the file."),
        ] {
            try await errand.open(file: "\(workshop.folder)/\(file)", Sample.filePassphrase)
            try await errand.form.see("label", .holding(problem))
        }
        try await errand.open(file: "\(workshop.folder)/good.json", "not the passphrase")
        try await errand.form.see("label", .holding("This passphrase does not open the file."))
        try await portray("import-3")
        try await errand.open(file: "\(workshop.folder)/good.json", Sample.filePassphrase)
        try await errand.protect("Pocket", with: Sample.passphrase)
        try expectEqual(try await errand.end().status, 0)
        try expectEqual(try workshop.key(behind: Sample.passphrase), Sample.fileKey)
    },
    Scenario("an import that is cancelled halfway imports nothing") { workshop in
        try workshop.write(Sample.keystore, to: "good.json")
        for answered in 0...2 {
            let errand = try WalletCommandDriver("import", in: workshop)
            defer { errand.close() }
            if answered > 0 { try await errand.begin("A keystore file") }
            if answered > 1 {
                try await errand.open(file: "\(workshop.folder)/good.json", Sample.filePassphrase)
                try await errand.form.type(Sample.passphrase, into: "password text", "Confirm passphrase")
            }
            try await errand.escape()
            try expectEqual(try await errand.end().status, 1)
            try expectEqual(workshop.vaults, [])
        }
    },
]

extension WalletCommandDriver {
    /// Gives a keystore file and its passphrase.
    fileprivate func open(file: String, _ passphrase: String) async throws {
        try await form.type(file, into: "text", "File")
        try await form.type(passphrase, into: "password text", "Passphrase of the file")
        try await form.press("push button", "Open the file")
    }
}

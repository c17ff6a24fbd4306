import Foundation
import Keys
import WebHost

/// Makes a wallet of one key: as hexadecimal digits, or as a file of Web3 secret storage.
@MainActor struct ImportKey {
    let steps: WalletSteps

    /// - Returns: The wallet's name; `nil` where the user went away.
    func run() async throws -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Import a key",
            paragraphs: [
                "A wallet of one key has one address on each chain. It has no words: only the key itself brings it back."
            ],
            fields: [
                WalletSteps.name,
                FormField(
                    "form", label: "What you have",
                    .choice(
                        [
                            FormField.Choice("hex", label: "A private key: 64 hexadecimal digits"),
                            FormField.Choice("file", label: "A keystore file (Web3 secret storage, version 3)"),
                        ], selected: "hex")),
            ], verb: "Go on")
        var answers = await steps.asker.ask(form)
        while let given = answers {
            do throws(KeyError) {
                let name = try WalletSteps.name(in: given)
                return given["form"] == "file" ? await file(name) : await digits(name)
            } catch {
                answers = await steps.asker.complain(["name": error.description])
            }
        }
        return nil
    }

    private func digits(_ name: VaultName) async -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Give the private key for “\(name)”",
            fields: [FormField("key", label: "Private key", .secret)], verb: "Go on")
        var answers = await steps.asker.ask(form)
        while let given = answers {
            let text = given.withSecret("key") { Held(copying: $0) }
            do throws(KeyError) {
                _ = try PrivateKey(hex: text.value)
                return await protect(name) { () throws(KeyError) in try PrivateKey(hex: text.value) }
            } catch {
                answers = await steps.asker.complain(["key": error.description])
            }
        }
        return nil
    }

    private func file(_ name: VaultName) async -> VaultName? {
        let form = Form(
            title: WalletSteps.title, heading: "Give the keystore file for “\(name)”",
            fields: [
                FormField("path", label: "File", .text()),
                FormField("passphrase", label: "Passphrase of the file", .secret),
            ], verb: "Open the file")
        var answers = await steps.asker.ask(form)
        while let given = answers {
            guard let text = Self.read(given["path"]) else {
                answers = await steps.asker.complain([
                    "path": "This file cannot be read, or is too long for a keystore."
                ])
                continue
            }
            let passphrase = given.withSecret("passphrase") { Held(copying: $0) }
            steps.asker.work("Opening the file …")
            do throws(KeyError) {
                _ = try await aside { () throws(KeyError) in
                    Held(try Keystore.open(text, passphrase: passphrase.value))
                }
                return await protect(name) { () throws(KeyError) in
                    try Keystore.open(text, passphrase: passphrase.value)
                }
            } catch {
                let field = error == .wrongPassphrase ? "passphrase" : "path"
                answers = await steps.asker.complain([field: error.description])
            }
        }
        return nil
    }

    private func protect(
        _ name: VaultName, _ key: @escaping @Sendable () throws(KeyError) -> PrivateKey
    ) async -> VaultName? {
        let folder = steps.folder
        return await steps.protect(
            name, heading: "Choose a passphrase for “\(name)”", work: "Encrypting the wallet …"
        ) { passphrase throws(KeyError) in
            let vault = try folder.create(name: name, key: key(), passphrase: passphrase)
            defer { vault.lock() }
            return vault.name
        }
    }

    /// The bytes of a file that is no longer than a keystore may be.
    private static func read(_ path: String) -> [UInt8]? {
        guard let file = FileHandle(forReadingAtPath: (path as NSString).expandingTildeInPath) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Keystore.longest + 1), data.count <= Keystore.longest else {
            return nil
        }
        return Array(data)
    }
}

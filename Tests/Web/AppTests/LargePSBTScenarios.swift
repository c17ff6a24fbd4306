import Bitcoin
import Foundation
import Harness
import Keys
import Primitives
import WindowTesting

/// A transaction whose signatures are of more data than a text view can show at once.
@MainActor let largePSBTScenarios = [
    Scenario("a PSBT whose raw data has 18 MB is shown in parts, and signed, without blocking the window") {
        workshop in
        let (file, signed, gaps) = (
            "\(workshop.folder)/large.psbt", "\(workshop.folder)/signed.psbt", "\(workshop.folder)/gaps"
        )
        let psbt = try largePSBT(coins: 665)
        try Data(psbt.bytes).write(to: URL(filePath: file))
        let terminal = try await ServedTerminal(workshop, gaps: gaps)
        defer { terminal.program.end() }
        let (person, approval) = (terminal.person, terminal.approval)
        @MainActor func note(_ step: String) throws -> Int {
            let size = try residentBytes(of: terminal.program.id) >> 20
            let gap = try String(contentsOfFile: gaps, encoding: .utf8)
            TestOptions.note("\(step): \(size) MiB, blocked for at most \(gap)")
            return size
        }
        try await person.press("push button", "Tools…")
        try await person.press("push button", .holding("Open PSBT"))
        try await person.type(file, into: "text", "File")
        let before = try note("before")
        try await person.press("push button", "Open")
        try await person.see("heading", .holding("ransaction"))
        _ = try note("opened")
        try await person.press("push button", "Sign…")
        try await approval.see("heading", .holding("Sign a transaction"))
        _ = try note("asked")
        try await approval.press("toggle button", .holding("Raw data (18"))
        try await approval.see("label", "bytes 1 to 65536")
        for _ in 0..<4 {
            try await Task.sleep(for: .seconds(5))
            _ = try note("raw data")
        }
        try await portray("home-psbt-large")
        try await approval.type("3", into: "spin button", "Part of the raw data")
        try await approval.see("label", "bytes 131073 to 196608")
        let after = try note("another part")
        try await approve("Sign", in: approval)
        try await person.see("heading", "Signed transaction")
        _ = try note("signed")
        try await person.type(signed, into: "text", "Save as")
        try await person.press("push button", "Save")
        try await person.see("label", .holding("Saved as"))
        let made = try PSBT([UInt8](Data(contentsOf: URL(filePath: signed))))
        try expectEqual(made.transaction, psbt.transaction)
        let isSigned = made.inputs.map { !$0.all(PSBTField.Input.partialSignature).isEmpty }
        try expectEqual(isSigned, psbt.inputs.map { _ in true })
        try expectEqual(after - before < 400, true)
    }
]

/// A transaction that spends `coins` of the demo keys without witnesses; each has a key of its own.
func largePSBT(coins: UInt32) throws -> PSBT {
    let keys = try DemoKeys()
    let root = try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint
    var (previous, owners) = ([BitcoinTransaction](), [(key: PublicKey, path: DerivationPath)]())
    let source = OutPoint(BitcoinTransaction(inputs: [], outputs: []).id, 0)
    for index in 0..<coins {
        let path = try DerivationPath("m/44'/0'/0'/0/\(index)")
        let key = try keys.publicKey(at: path)
        owners.append((key, path))
        let script = try SpendingScheme.bitcoin(.p2pkh).destination(of: key).script
        previous.append(BitcoinTransaction(inputs: [.init(source)], outputs: [Output(100_000, to: script)]))
    }
    var psbt = try PSBT(
        BitcoinTransaction(
            inputs: previous.map { .init(OutPoint($0.id, 0)) },
            outputs: [Output(UInt64(coins) * 50_000, to: previous[0].outputs[0].script)]))
    for (place, owner) in owners.enumerated() {
        try psbt.add(previous: previous[place], toInput: place)
        try psbt.set(
            PSBTField.Input.derivation, owner.key.compressed, ofInput: place,
            to: PSBTOrigin(fingerprint: root, path: owner.path.indices).bytes)
    }
    return psbt
}

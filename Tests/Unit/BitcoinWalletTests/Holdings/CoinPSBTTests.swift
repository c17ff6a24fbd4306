import BigInt
import Bitcoin
import BitcoinKeys
import Bridge
import Keys
import Primitives
import Synchronization
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Partially signed transactions: made for the wallet with the keys, explained, signed and sent.
@MainActor @Suite struct CoinPSBTTests {
    private let recipient: String

    init() throws {
        recipient = try #require(HoldingSite.other.address(on: .bitcoin))
    }

    /// A wallet that watches another account of the same phrase, so that its own keys can sign as those of another.
    private func watching(_ type: ScriptType = .p2wpkh) async throws -> (HoldingSite, AccountID) {
        let holding = try HoldingSite()
        try await holding.wallet.open()
        let id = try await holding.wallet.watch(CoinWatchingTests.exported(), named: "Cold", on: .bitcoin, type: type)
        holding.bitcoin.pay(100_000, to: try HoldingSite.script("m/84'/0'/1'/0/0", type))
        holding.bitcoin.mine()
        await holding.wallet.refresh()
        return (holding, id)
    }

    private func sign(_ psbt: PSBT, in holding: HoldingSite) async throws -> PSBT {
        let text = try await holding.run { request async throws(RPCError) in
            try await holding.wallet.sign(psbt, for: request).base64
        }
        return try PSBT(base64: text)
    }

    private func send(_ psbt: PSBT, in holding: HoldingSite) async throws -> String {
        try await holding.run { request async throws(RPCError) in try await holding.wallet.send(psbt, for: request) }
    }

    @Test func `a watched account never signs, and a draft of it is not sent`() async throws {
        let (holding, id) = try await watching()
        let form = holding.form(id, [.init(recipient, .units(20_000))])
        await #expect(throws: RPCError.self) {
            try await holding.run { request async throws(RPCError) in
                try await holding.wallet.send(form, for: request)
            }
        }
        let draft = try await holding.wallet.draft(form)
        #expect(try await holding.wallet.report(on: draft).signed == nil)
        await #expect(throws: RPCError.self) { try await send(draft, in: holding) }
        #expect(holding.site.shown.isEmpty)
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
    }

    @Test(arguments: ScriptType.allCases)
    func `a payment is drafted, signed by the wallet with the keys, combined and sent`(_ type: ScriptType) async throws
    {
        let (holding, id) = try await watching(type)
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        #expect(draft.transaction.outputs.map(\.value).first == 20_000)
        let report = try await holding.wallet.report(on: draft)
        #expect(report.inputs.allSatisfy { $0.owner?.account == id && $0.isProven && $0.isSignable })
        #expect(report.payments.map { $0.owner?.account } == [nil, id])
        #expect(report.paid == 20_000)
        // The size is estimated before it is signed.
        let signed = try await sign(draft, in: holding)
        let final = try #require(try await holding.wallet.report(on: signed).signed)
        #expect(abs(report.size - final.virtualSize) <= 2)
        let approval = try #require(holding.site.shown.last)
        #expect(approval.rows.contains { $0.role == .recipient && $0.value == .exact(recipient) })
        #expect(approval.rows.contains { $0.role == .change })
        #expect(approval.fields.count == 3)
        #expect(!approval.payload.isEmpty)
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
        let txid = try await send(try draft.combined(with: [signed]), in: holding)
        #expect(try holding.last(holding.bitcoin) == final)
        #expect(txid == final.id.description)
        #expect(holding.site.shown.last?.verb == "Send")
        // The change came to the reserved address, and the next one is another.
        let next = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(1_000))]))
        #expect(next.transaction.outputs.last?.script != draft.transaction.outputs.last?.script)
        #expect(try await holding.wallet.history(HistoryFilter(), limit: 9).contains { $0.txid == txid })
    }

    @Test func `a rejected transaction has no signature, and a rejected sending sends nothing`() async throws {
        let (holding, id) = try await watching()
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let signed = try await sign(draft, in: holding)
        holding.site.decision = .rejected
        await #expect(throws: RPCError.self) { try await sign(draft, in: holding) }
        await #expect(throws: RPCError.self) { try await send(signed, in: holding) }
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
        #expect(await holding.journal.recent(limit: 9).isEmpty)
    }

    @Test func `another amount of an own coin and other hash types are refused`() async throws {
        let (holding, id) = try await watching()
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        // Without the previous transaction, only the claim of the output is left.
        var lying = try PSBT(draft.transaction)
        for entry in draft.inputs[0].entries where entry.type != PSBTField.Input.previousTransaction {
            try lying.set(entry.type, entry.data, ofInput: 0, to: entry.value)
        }
        #expect(try await holding.wallet.report(on: lying).inputs[0].isProven)
        let script = try HoldingSite.script("m/84'/0'/1'/0/0")
        try lying.add(witnessOutput: Output(90_000, to: script), toInput: 0)
        await #expect(throws: RPCError.self) { try await holding.wallet.report(on: lying) }
        // Single, none, anyone can pay; only “all” is signed.
        for type: UInt8 in [2, 3, 0x81, 0x40] {
            var partial = draft
            try partial.set(PSBTField.Input.hashType, ofInput: 0, to: [type, 0, 0, 0])
            await #expect(throws: RPCError.self) { try await holding.wallet.report(on: partial) }
            await #expect(throws: RPCError.self) { try await sign(partial, in: holding) }
        }
        #expect(holding.site.shown.isEmpty)
    }

    @Test func `coins of others and unproven amounts are pointed out, and only own coins are signed`() async throws {
        let (holding, id) = try await watching()
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let foreign = OutPoint(try #require(TransactionID(String(repeating: "ab", count: 32))), 3)
        var both = try PSBT(
            BitcoinTransaction(
                inputs: draft.transaction.inputs + [.init(foreign)], outputs: draft.transaction.outputs))
        for entry in draft.inputs[0].entries { try both.set(entry.type, entry.data, ofInput: 0, to: entry.value) }
        try both.add(witnessOutput: Output(7_000, to: HoldingSite.other.script), toInput: 1)
        let report = try await holding.wallet.report(on: both)
        #expect(report.inputs.map(\.isOwn) == [true, false])
        #expect(report.inputs.map(\.isProven) == [true, false])
        let signed = try await sign(both, in: holding)
        #expect(signed.inputs[1] == both.inputs[1])
        #expect(try await holding.wallet.report(on: signed).signed == nil)
        let approval = try #require(holding.site.shown.last)
        #expect(approval.level == .danger)
        #expect(!approval.rows.contains { $0.role == .total })
    }

    @Test(arguments: ScriptType.allCases)
    func `a coin that the file does not contain has an unknown value, and only own coins are signed`(
        _ type: ScriptType
    ) async throws {
        let (holding, id) = try await watching(type)
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let foreign = OutPoint(try #require(TransactionID(String(repeating: "ab", count: 32))), 3)
        var both = try PSBT(
            BitcoinTransaction(
                inputs: draft.transaction.inputs + [.init(foreign)], outputs: draft.transaction.outputs))
        for entry in draft.inputs[0].entries { try both.set(entry.type, entry.data, ofInput: 0, to: entry.value) }
        // A signature without a witness does not cover the value, so the claim alone counts for nothing (BIP-174).
        var claiming = both
        try claiming.add(
            witnessOutput: Output(7_000, to: try HoldingSite.script("m/84'/0'/7'/0/7", .p2pkh)), toInput: 1)
        for psbt in [both, claiming] {
            let report = try await holding.wallet.report(on: psbt)
            #expect(report.fee == nil && report.rate == nil && report.unknownCoins == 1)
            #expect(report.inputs.map { $0.owner?.account } == [id, nil])
            #expect(report.inputs[1].output == nil)
            let text = await holding.wallet.explanation(of: report)
            #expect(text.rows.contains { $0.role == .fee && $0.value == .trusted("unknown") && $0.note == nil })
            #expect(text.rows.contains { $0.value == .trusted("value unknown") })
            #expect(!text.rows.contains { $0.role == .total })
            #expect(text.warnings.contains { $0.level == .danger && $0.text.contains("network fee is unknown") })
            // A signature of Taproot covers all coins.
            #expect(report.isSignable == (type != .p2tr))
            guard type != .p2tr else {
                await #expect(throws: RPCError.self) { try await sign(psbt, in: holding) }
                #expect(text.warnings.contains { $0.text.contains("Taproot") })
                continue
            }
            let signed = try await sign(psbt, in: holding)
            #expect(signed.inputs[1] == psbt.inputs[1])
            #expect(signed.inputs[0].all(PSBTField.Input.partialSignature).count == 1)
            #expect(try await holding.wallet.report(on: signed).signed == nil)
            let approval = try #require(holding.site.shown.last)
            #expect(approval.level == .danger)
            #expect(approval.fields[1].value.contains("value unknown"))
        }
    }

    @Test(arguments: ScriptType.allCases)
    func `an own coin that the file only names is added, and signed`(_ type: ScriptType) async throws {
        let (holding, id) = try await watching(type)
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        // As a node makes it that knows neither coins nor keys.
        let bare = try PSBT(draft.transaction)
        let report = try await holding.wallet.report(on: bare)
        #expect(report.inputs.allSatisfy { $0.owner?.account == id && $0.isProven && $0.isSignable })
        let known = try await holding.wallet.report(on: draft)
        #expect(report.fee == known.fee && report.unknownCoins == 0)
        let signed = try await sign(bare, in: holding)
        #expect(try await holding.wallet.report(on: signed).signed != nil)
    }

    @Test func `final inputs whose coins are unknown are not verified`() async throws {
        let (holding, id) = try await watching()
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let final = try await sign(draft, in: holding).finalized()
        let foreign = OutPoint(try #require(TransactionID(String(repeating: "ab", count: 32))), 3)
        var others = try PSBT(BitcoinTransaction(inputs: [.init(foreign)], outputs: draft.transaction.outputs))
        let witness = try #require(final.inputs[0][PSBTField.Input.finalWitness])
        try others.set(PSBTField.Input.finalWitness, ofInput: 0, to: witness)
        let report = try await holding.wallet.report(on: others)
        #expect(report.signed != nil && !report.isVerified && report.fee == nil)
    }

    @Test(arguments: ScriptType.allCases)
    func `a wrong signature does not count, and does not stand in the way of the right one`(
        _ type: ScriptType
    ) async throws {
        let (holding, id) = try await watching(type)
        let draft = try await holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_000))]))
        let signed = try await sign(draft, in: holding)
        let other = try await sign(
            holding.wallet.draft(holding.form(id, [.init(recipient, .units(20_001))])), in: holding)
        // The signature of another transaction: right in form, and by the right key.
        var wrong = draft
        let field = type == .p2tr ? PSBTField.Input.taprootKeySignature : PSBTField.Input.partialSignature
        let stolen = try #require(other.inputs[0].all(field).first)
        try wrong.set(field, stolen.data, ofInput: 0, to: stolen.value)
        var report = try await holding.wallet.report(on: wrong)
        #expect(report.signed == nil)
        #expect(report.wrongSignatures == 1)
        #expect(report.isSignable)
        await #expect(throws: RPCError.self) { try await send(wrong, in: holding) }
        await #expect(throws: RPCError.self) { try await send(wrong.finalized(), in: holding) }
        report = try await holding.wallet.report(on: wrong.withoutWrongSignatures.combined(with: [signed]))
        #expect(report.signed != nil)
        #expect(report.wrongSignatures == 0)
        report = try await holding.wallet.report(on: signed.finalized())
        #expect(report.signed != nil)
        #expect(report.isVerified)
        #expect(holding.bitcoin.state.withLock(\.broadcasts).isEmpty)
    }

    @Test func `a transaction that spends nothing is not signed`() async throws {
        let (holding, _) = try await watching()
        let psbt = try PSBT(BitcoinTransaction(inputs: [], outputs: [Output(4_000, to: HoldingSite.other.script)]))
        await #expect(throws: RPCError.self) { try await holding.wallet.report(on: psbt) }
        await #expect(throws: RPCError.self) { try await send(psbt, in: holding) }
    }

    @Test(.timeLimit(.minutes(1))) func `a file with 2,000 Taproot inputs takes time in proportion`() async throws {
        let (holding, _) = try await watching(.p2tr)
        let id = try #require(TransactionID(String(repeating: "ab", count: 32)))
        let script = try HoldingSite.script("m/84'/0'/1'/0/7", .p2tr)
        let keys = try DemoKeys()
        let path = try DerivationPath("m/84'/0'/1'/0/7")
        let key = XOnlyPublicKey(try keys.publicKey(at: path)).bytes
        let root = try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint
        let origin = [0] + PSBTOrigin(fingerprint: root, path: path.indices).bytes
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: (0..<2_000).map { .init(OutPoint(id, $0)) },
                outputs: [Output(1_000, to: HoldingSite.other.script)]))
        for place in 0..<2_000 {
            try psbt.add(witnessOutput: Output(10, to: script), toInput: place)
            try psbt.set(PSBTField.Input.taprootInternalKey, ofInput: place, to: key)
            try psbt.set(PSBTField.Input.taprootDerivation, key, ofInput: place, to: origin)
        }
        let report = try await holding.wallet.report(on: PSBT(psbt.bytes))
        #expect(report.inputs.filter(\.isSignable).count == 2_000)
        #expect(report.fee == 19_000)
        // More than any node relays.
        let more = try PSBT(
            BitcoinTransaction(
                inputs: (0..<2_500).map { .init(OutPoint(id, $0)) }, outputs: psbt.transaction.outputs))
        #expect(throws: BitcoinError.psbt(.tooLarge)) { try more.spending() }
    }

    @Test func `a transaction of others is explained, and there is nothing to sign`() async throws {
        let (holding, _) = try await watching()
        let previous = holding.bitcoin.pay(5_000, to: HoldingSite.other.script)
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: [.init(OutPoint(previous.id, 0))], outputs: [Output(4_000, to: HoldingSite.other.script)]))
        try psbt.add(previous: previous, toInput: 0)
        let report = try await holding.wallet.report(on: psbt)
        #expect(!report.isSignable)
        #expect(report.fee == 1_000)
        await #expect(throws: RPCError.self) { try await sign(psbt, in: holding) }
        #expect(holding.site.shown.isEmpty)
    }
}

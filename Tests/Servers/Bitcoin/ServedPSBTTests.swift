import BigInt
import Bitcoin
import BitcoinKeys
import Bridge
import Simulators
import Keys
import Testing

@testable import BitcoinWallet
@testable import WalletCore
@testable import WalletTesting

/// Transactions that are finalized from partially signed ones, and whose scripts the node executes.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServedPSBTTests {
    /// The wallet watches `text`, which has two coins at `scripts`; the payment needs both.
    private func draft(
        _ holdings: ServedHoldings<CoinSimulator>, _ text: String, _ type: ScriptType? = nil, _ scripts: [Script]
    ) async throws -> (PSBT, AccountID) {
        let id = try await holdings.wallet.watch(text, named: "Cold", on: .bitcoin, type: type)
        for script in scripts { try await holdings.ledger.pay(60_000, to: script.bytes) }
        try await holdings.ledger.mine()
        try await #require(holdings.wallet.synchronisers[id]).synchronise()
        let asset = try #require(holdings.wallet.assets(of: id).first)
        let form = SendForm(from: id, asset, to: [SendForm.Payee(holdings.recipient, .units(70_000))])
        return (try await holdings.wallet.draft(form), id)
    }

    /// Sends a transaction with all signatures; the node has executed its scripts.
    private func send(_ psbt: PSBT, from holdings: ServedHoldings<CoinSimulator>) async throws -> BitcoinTransaction {
        let id = try await holdings.run { request async throws(RPCError) in
            try await holdings.wallet.send(psbt, for: request)
        }
        return try await holdings.transaction(id)
    }

    @Test(arguments: ScriptType.allCases)
    func `a payment of a watched account, signed by the wallet with its key, is accepted`(_ type: ScriptType)
        async throws
    {
        let holdings = try await ServedHoldings(.bitcoin)
        let (keys, path) = (try DemoKeys(), "m/84'/0'/216'")
        let origin = KeyOrigin(
            fingerprint: try keys.extendedPublicKey(at: DerivationPath("m")).fingerprint,
            path: try DerivationPath(path))
        let text = origin.text + (try keys.extendedPublicKey(at: DerivationPath(path))).text()
        let scripts = try ["0/0", "1/2"].map { place in
            try #require(type.script(of: keys.publicKey(at: DerivationPath("\(path)/\(place)"))))
        }
        let (draft, _) = try await draft(holdings, text, type, scripts)
        let result = await holdings.served.site.dispatcher.run("sign") { request async throws(RPCError) in
            .string(try await holdings.wallet.sign(draft, for: request).base64)
        }
        let signed = try PSBT(base64: try #require(result.get().string))
        let sent = try await send(try draft.combined(with: [signed]), from: holdings)
        #expect(sent.inputs.count == 2)
        await holdings.close()
    }

    /// Two wallets with a key of each descriptor, at m/48'/0'/0'/2' of their own.
    private static let masters = [
        "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
        "xprv9s21ZrQH143K3GJpoapnV8SFfukcVBSfeCficPSGfubmSFDxo1kuHnLisriDvSnRRuL2Qrg5ggqHKNVpxR86QEC8w35uxmGoggxtQTPvfUu",
    ]

    @Test(arguments: [
        ("wsh(sortedmulti(2,A,B))", 2), ("sh(wsh(multi(2,A,B)))", 2), ("sh(sortedmulti(2,A,B))", 2),
        ("wsh(multi(1,A,B))", 1), ("wsh(pk(A))", 1), ("wsh(pkh(B))", 1), ("sh(pkh(A))", 1),
    ])
    func `a payment from a script of several keys is signed in two wallets, combined and sent`(
        _ form: String, signatures: Int
    ) async throws {
        let holdings = try await ServedHoldings(.bitcoin)
        let path = try DerivationPath("m/48'/0'/0'/2'")
        var (text, signers) = (form, [PSBTSigner]())
        for (letter, master) in zip(["A", "B"], Self.masters) {
            let source = try KeySource(extended: SecretBytes(copying: master.utf8))
            let fingerprint = try source.extendedPublicKey(at: DerivationPath("m")).fingerprint
            let key = try source.extendedPublicKey(at: path).text()
            let origin = KeyOrigin(fingerprint: fingerprint, path: path).text
            text = text.replacing(letter + ")", with: "\(origin)\(key)/<0;1>/*)")
            text = text.replacing(letter + ",", with: "\(origin)\(key)/<0;1>/*,")
            signers.append(PSBTSigner(source, fingerprint: fingerprint))
        }
        let descriptors = try WatchedDescriptors(text)
        let change = try #require(descriptors.change)
        let scripts = [try descriptors.receiving.scripts(at: 0)[0], try change.scripts(at: 2)[0]]
        let (draft, id) = try await draft(holdings, text, nil, scripts)
        let report = try await holdings.wallet.report(on: draft)
        #expect(report.inputs.allSatisfy { $0.owner?.account == id && $0.isProven })
        #expect(report.payments.map { $0.owner?.account } == [nil, id])
        // Each wallet signs its own file; one of them has no key of a script with one key.
        let files = signers.compactMap { try? $0.sign(draft) }
        #expect(files.count == descriptors.receiving.expression.keys.count)
        if signatures > 1 {
            await #expect(throws: RPCError.self) { try await send(files[0], from: holdings) }
        }
        let sent = try await send(try draft.combined(with: files), from: holdings)
        #expect(sent.inputs.count == 2)
        // The fee was for the longest signatures that there are.
        var bare = sent
        bare.inputs = []
        let weight = sent.weight - bare.bytes(.plain).count * 4 - 2
        let largest = 2 * (try #require(descriptors.inputWeight))
        #expect(weight <= largest)
        #expect(weight + 2 * signatures * 3 * (descriptors.scriptType == .p2pkh ? 4 : 1) + 4 >= largest)
        await holdings.close()
    }
}

package import Bitcoin
internal import BitcoinKeys
package import Bridge
internal import Keys
import Messages
internal import Primitives
package import WalletCore

/// Partially signed transactions (BIP-174, BIP-371): made for the wallet with the keys, signed, and sent.
extension CoinWallet {
    /// Makes a payment from an account whose keys are in another wallet; it has no signatures.
    ///
    /// The change address is reserved; the coins are not.
    package func draft(_ form: SendForm) async throws(RPCError) -> PSBT {
        let (synchroniser, snapshot) = try account(form.account)
        let record = snapshot.record
        guard record.utxoChain.ledger == .bitcoin else {
            throw RPCError(
                .unsupported,
                sentence: localizable("The keys of this account are in another wallet, which must make the payment."))
        }
        let spender = try await spender(synchroniser, signs: false)
        let order = try await order(form, record.utxoChain, spender).order
        let rates = await FeeRates(asking: spender.server, on: record.utxoChain)
        let (draft, change) = try coins.drafted(order, spender, rate: rates.rate(for: order))
        var previous: [TransactionID: [UInt8]] = [:]
        for txid in Set(draft.coins.map(\.outPoint.transaction)) {
            guard let raw = await raw(txid.description, of: record.id) else { throw RPCError(CoinError.notFound) }
            previous[txid] = raw
        }
        let psbt: PSBT
        do throws(BitcoinKeysError) {
            let descriptors = try PSBTReader.descriptors(of: record, activeAccount)
            psbt = try await Self.described(draft, spender.known.paths, descriptors, previous)
        } catch {
            throw RPCError(.failed, error.sentence)
        }
        spender.use(change)
        return psbt
    }

    /// The unsigned transaction with its coins, their scripts, keys and origins, and those of the change.
    ///
    /// A payment of everything has a thousand coins and more, and each takes arithmetic on the curve.
    @concurrent private static func described(
        _ draft: UnsignedBitcoinTransaction, _ paths: [Script: CoinAddressPath], _ descriptors: [OutputDescriptor],
        _ previous: [TransactionID: [UInt8]]
    ) async throws(BitcoinKeysError) -> PSBT {
        var psbt = try BitcoinKeysError.reading { () throws(BitcoinError) in try PSBT(draft.transaction) }
        try describe(&psbt, draft, paths, descriptors)
        for (place, coin) in draft.coins.enumerated() {
            let raw = previous[coin.outPoint.transaction] ?? []
            do throws(BitcoinError) {
                try add(coin, raw, at: place, to: &psbt)
            } catch {
                throw .bitcoin(error)
            }
        }
        return psbt
    }

    /// Adds the coins' scripts, keys and origins, and those of the change.
    private nonisolated static func describe(
        _ psbt: inout PSBT, _ draft: UnsignedBitcoinTransaction, _ paths: [Script: CoinAddressPath],
        _ descriptors: [OutputDescriptor]
    ) throws(BitcoinKeysError) {
        for (place, coin) in draft.coins.enumerated() {
            guard let path = paths[coin.output.script], let descriptor = descriptors.of(path.branch) else {
                continue
            }
            try psbt.describe(input: place, by: descriptor, at: path.index)
        }
        for (place, output) in draft.transaction.outputs.enumerated() {
            guard let path = paths[output.script], let descriptor = descriptors.of(path.branch) else { continue }
            try psbt.describe(output: place, by: descriptor, at: path.index)
        }
    }

    /// Adds what an input spends: the output, and the transaction that proves its value.
    private nonisolated static func add(
        _ coin: Coin, _ raw: [UInt8], at place: Int, to psbt: inout PSBT
    ) throws(BitcoinError) {
        // A signature of Taproot commits to the values of all coins (BIP-371).
        if coin.scheme != .bitcoin(.p2tr) {
            try psbt.add(previous: BitcoinTransaction(raw, form: .witness), toInput: place)
        }
        if coin.scheme.hasWitness { try psbt.add(witnessOutput: coin.output, toInput: place) }
    }

    private func reader() throws(BitcoinKeysError) -> PSBTReader {
        try PSBTReader(
            activeAccount,
            accounts: records.filter { $0.utxoChain.ledger == .bitcoin }.compactMap { snapshots[$0.id] })
    }

    /// Explains a transaction for the accounts of this wallet; no server is asked.
    ///
    /// - Throws: Why it must not be signed.
    package func report(on psbt: PSBT) async throws(RPCError) -> PSBTReport {
        guard isOpen else { throw .locked }
        do throws(BitcoinKeysError) {
            return try await reader().report(on: completed(psbt))
        } catch .key(.locked) {
            throw .locked
        } catch {
            throw RPCError(.failed, error.sentence)
        }
    }

    /// Adds the own coins that a file names without their values, with their keys (BIP-174, "Updater").
    private func completed(_ given: PSBT) async throws(BitcoinKeysError) -> PSBT {
        guard given.isRelayable else { return given }
        var psbt = given
        var previous: [TransactionID: [UInt8]] = [:]
        for (place, map) in given.inputs.enumerated() where map[PSBTField.Input.previousTransaction] == nil {
            let outPoint = given.transaction.inputs[place].outPoint
            for record in records where record.utxoChain.ledger == .bitcoin {
                guard let ledger = snapshots[record.id]?.ledger, let own = ledger.own(outPoint) else { continue }
                // The output alone is enough for a coin whose signature covers its value.
                if map[PSBTField.Input.witnessOutput] != nil, record.scriptType != .p2pkh { break }
                if previous[outPoint.transaction] == nil {
                    previous[outPoint.transaction] = try? await store.raw(outPoint.transaction, of: record.id)
                }
                guard let raw = previous[outPoint.transaction] else { continue }
                let descriptors = try PSBTReader.descriptors(of: record, activeAccount)
                if let descriptor = descriptors.of(own.path.branch) {
                    try psbt.describe(input: place, by: descriptor, at: own.path.index)
                }
                do throws(BitcoinError) {
                    try psbt.add(previous: BitcoinTransaction(raw, form: .witness), toInput: place)
                } catch {
                    throw .bitcoin(error)
                }
                break
            }
        }
        return psbt
    }

    /// What the user sees of a transaction: the same rows and warnings as in an approval.
    package func explanation(
        of report: PSBTReport
    ) async -> (rows: [Approval.Row], warnings: [Approval.Warning]) {
        let text = await text(report)
        return (text.rows, text.warnings)
    }

    private func text(_ report: PSBTReport) async -> PSBTText {
        var rates: FeeRates?
        if let server = coins.servers[report.utxoChain] {
            rates = await FeeRates(asking: server, on: report.utxoChain)
        }
        let owners = Set(report.inputs.compactMap(\.owner?.account))
        let held = owners.compactMap { snapshots[$0]?.balance.total }.reduce(0, CoinBalance.sum)
        return await PSBTText(report, recipients: recipients, rates: rates, held: held)
    }

    /// Signs what the keys of this wallet can sign, after the approval; nothing is sent.
    ///
    /// The caller got `request` from ``/Bridge/RequestDispatcher/run(_:_:)``; its peer is the user.
    package func sign(_ psbt: PSBT, for request: Request) async throws(RPCError) -> PSBT {
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        let report = try await report(on: psbt)
        let payload: [UInt8]
        do throws(BitcoinKeysError) {
            payload = try await reader().payload(of: report.psbt)
        } catch {
            throw RPCError(.failed, error.sentence)
        }
        let owner = report.inputs.first(where: \.isSignable)?.owner?.account
        let question = PSBTToSign(
            text: await text(report),
            account: owner ?? AccountID(chain: report.utxoChain.chainID, address: activeAccount.address(.bitcoin)),
            payload: payload)
        let consent = try await coins.gate.ask(question, for: request, in: turn)
        try coins.gate.commit(request)
        return try await activeAccount.sign(consent)
    }

    /// Sends a transaction that has all its signatures, after the approval.
    ///
    /// The caller got `request` from ``/Bridge/RequestDispatcher/run(_:_:)``; its peer is the user.
    ///
    /// - Returns: The transaction ID.
    package func send(_ psbt: PSBT, for request: Request) async throws(RPCError) -> String {
        let turn = try await coins.gate.turn(for: request)
        defer { turn.end() }
        let report = try await report(on: psbt)
        guard coins.servers[report.utxoChain] != nil else { throw RPCError(CoinError.notConfigured) }
        guard let signed = report.signed else {
            throw RPCError(.failed, sentence: localizable("Signatures are still missing."))
        }
        let text = await text(report)
        let consent = try await coins.gate.ask(PSBTToSend(text: text), for: request, in: turn)
        _ = consent.request
        let owner = report.inputs.compactMap(\.owner).first?.account
        let amount = text.amount(report.paid)
        let what =
            text.shortRecipient.map {
                TransactionRecord.Summary(localizable("Send \(amount, as: "amount") to \($0, as: "recipient")."))
            } ?? TransactionRecord.Summary(localizable("Send a transaction that pays only to your own accounts."))
        let payment = try await coins.accept(
            signed, from: owner?.address ?? report.firstAddress ?? "", what, on: report.utxoChain, for: request)
        let synchroniser = owner.flatMap { synchronisers[$0] }
        return try await finish(payment, from: synchroniser, for: request).description
    }
}

extension PSBTReport {
    /// The address of the first coin; `nil` for a script without one.
    fileprivate var firstAddress: String? { inputs.first?.output?.script.destination?.address(on: utxoChain) }
}

extension [OutputDescriptor] {
    /// The descriptor of a chain of addresses: the first for receiving, the second for change.
    fileprivate func of(_ branch: CoinAddressPath.Branch) -> OutputDescriptor? {
        branch == .receiving ? first : dropFirst().first
    }
}

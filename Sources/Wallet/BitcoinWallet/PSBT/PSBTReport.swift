package import Bitcoin
internal import BitcoinKeys
package import Bridge
internal import Keys
import Messages
internal import WalletCore

/// What a partially signed transaction does, for the accounts of this wallet: whose each coin and each output is.
package struct PSBTReport: Sendable {
    /// An account of this wallet.
    package struct Owner: Hashable, Sendable {
        /// The account.
        package let account: AccountID

        /// The user's name for it.
        package let name: String

        /// Whether its keys are in another wallet.
        package let isWatchOnly: Bool
    }

    /// A coin that is spent.
    package struct Input: Hashable, Sendable {
        /// The coin's outpoint.
        package let outPoint: OutPoint

        /// The coin's value and locking script; `nil` if they are unknown.
        package let output: Output?

        /// The account whose coin it is; `nil` for a coin of others.
        package let owner: Owner?

        /// Whether the wallet's keys can sign it now.
        package let isSignable: Bool

        /// Whether its value is certain.
        package let isProven: Bool

        /// Whether it is a coin of this wallet, or one that this wallet's keys sign together with others.
        package var isOwn: Bool { owner != nil || isSignable }
    }

    /// An output.
    package struct Payment: Hashable, Sendable {
        /// The value and the locking script.
        package let output: Output

        /// The account that receives it; `nil` for others.
        package let owner: Owner?
    }

    /// The transaction, without the signatures that are wrong.
    package let psbt: PSBT

    /// The chain: that of the accounts whose coins it spends.
    package let utxoChain: UTXOChain

    /// The coins, in the order of the inputs.
    package let inputs: [Input]

    /// The outputs, in order.
    package let payments: [Payment]

    /// The fee in satoshis; `nil` if a coin is unknown.
    package let fee: UInt64?

    /// The signed transaction; `nil` if signatures are missing.
    ///
    /// The signatures were verified, but for scripts that the wallet does not know; see ``isVerified``.
    package let signed: BitcoinTransaction?

    /// The number of signatures that were wrong, and that are no longer in ``psbt``.
    package let wrongSignatures: Int

    /// Whether the wallet could verify what all final inputs contain.
    package let isVerified: Bool

    /// The payments to others.
    package var toOthers: [Payment] { payments.filter { $0.owner == nil } }

    /// What others receive, in satoshis; the total of all outputs was checked.
    package var paid: UInt64 { toOthers.reduce(0) { CoinBalance.sum($0, $1.output.value) } }

    /// The number of coins whose value and owner are unknown.
    package var unknownCoins: Int { inputs.count { $0.output == nil } }

    /// Whether the wallet's keys can sign an input now.
    package var isSignable: Bool { inputs.contains(where: \.isSignable) }

    /// The (virtual) size in bytes: of the signed transaction, or an estimate with one signature for each input.
    package var size: Int {
        guard signed == nil else { return signed?.virtualSize ?? 0 }
        let witnesses = inputs.reduce(0) { $0 + ($1.output?.script.destination.map(Self.weight) ?? 4 * 108) }
        return (4 * psbt.transaction.bytes(.plain).count + witnesses + 3) / 4
    }

    /// The fee rate; the highest for a fee that is out of all proportion, `nil` for one that is unknown.
    package var rate: FeeRate? {
        guard let fee else { return nil }
        let (product, isTooLarge) = fee.multipliedReportingOverflow(by: 1_000)
        guard !isTooLarge, let size = UInt64(exactly: max(size, 1)),
            let rate = FeeRate(satoshisPerKilobyte: product / size)
        else { return FeeRate(satoshisPerKilobyte: FeeRate.highest) ?? .least }
        return rate
    }

    /// The weight of the signature of an input, without its outpoint and sequence number.
    private static func weight(_ destination: Destination) -> Int {
        switch destination {
        case .publicKey: 4 * 107
        case .script: 4 * 23 + 108
        case .witness(1, _): 66
        case .witness: 108
        }
    }
}

/// Finds whose the coins and the outputs of a partially signed transaction are.
///
/// It works on any thread, because a file can have thousands of inputs.
struct PSBTReader: Sendable {
    private let keys: PSBTKeys

    /// The accounts on Bitcoin and its test networks, with what is known of them.
    private let accounts: [CoinAccountSnapshot]

    /// The descriptors of each account.
    private let descriptors: [[OutputDescriptor]]

    /// Takes the public keys of the wallet.
    @MainActor init(_ activeAccount: WalletSigner, accounts: [CoinAccountSnapshot]) throws(BitcoinKeysError) {
        do throws(KeyError) { keys = try activeAccount.psbtKeys() } catch { throw .key(error) }
        self.accounts = accounts
        descriptors = try accounts.map { account throws(BitcoinKeysError) in
            try Self.descriptors(of: account.record, activeAccount)
        }
    }

    /// Explains a transaction.
    ///
    /// - Throws: Why it must not be signed: a coin does not match, its amounts are impossible, or a signature would not
    ///   cover all inputs and outputs.
    @concurrent func report(on given: PSBT) async throws(BitcoinKeysError) -> PSBTReport {
        let spending = try BitcoinKeysError.reading { () throws(BitcoinError) in try given.spending() }
        let verified = given.verified(spending)
        let psbt = verified.psbt
        let signable = Set(try keys.tasks(in: psbt, spending).map(\.task.input))
        // It checks the amounts, and knows whether the coins are proven.
        let review = try PSBTReview(psbt, spending, for: [])
        var found = try self.owners(of: review, in: psbt, signable)
        let inputs = try review.inputs.enumerated().map { place, input throws(BitcoinKeysError) in
            PSBTReport.Input(
                outPoint: input.outPoint, output: input.output, owner: found.owners[place],
                isSignable: signable.contains(place),
                isProven: try isKnown(input, on: found.utxoChain) || input.isProven)
        }
        let payments = try review.payments.enumerated().map { place, payment throws(BitcoinKeysError) in
            PSBTReport.Payment(
                output: payment.output,
                owner: try owner(
                    of: payment.output.script, psbt.origins(ofOutput: place), on: found.utxoChain, &found.search))
        }
        return PSBTReport(
            psbt: psbt, utxoChain: found.utxoChain, inputs: inputs, payments: payments, fee: review.fee,
            signed: try? psbt.finalized().extracted(), wrongSignatures: verified.wrong,
            isVerified: verified.unknown.isEmpty)
    }

    /// What the wallet's keys sign, in order.
    ///
    /// - Throws: ``/BitcoinKeys/BitcoinKeysError/signing(_:)`` if it is nothing.
    @concurrent func payload(of psbt: PSBT) async throws(BitcoinKeysError) -> [UInt8] {
        let tasks = try keys.tasks(in: psbt)
        guard !tasks.isEmpty else { throw .signing(.nothingToSign) }
        return tasks.flatMap(\.task.preimage)
    }

    /// The chain of a transaction, and the accounts of its coins.
    private typealias Found = (utxoChain: UTXOChain, owners: [PSBTReport.Owner?], search: ScriptSearch)

    /// Finds the chain, which the bytes of a transaction do not say, and the accounts of the coins there.
    ///
    /// It is one of a test network only if no coin is one of an account on Bitcoin, and every coin that the wallet's
    /// keys sign is one of an account there, so that coins with value are never shown as coins of a test network. Test
    /// networks share their keys; the one where an account knows a coin comes first.
    private func owners(
        of review: PSBTReview, in psbt: PSBT, _ signable: Set<Int>
    ) throws(BitcoinKeysError) -> Found {
        let main = try owners(of: review, in: psbt, on: .bitcoin)
        guard main.owners.allSatisfy({ $0 == nil }) else { return main }
        let outPoints = review.inputs.map(\.outPoint)
        let testnets = UTXOChain.testnets.filter { chain in accounts.contains { $0.record.utxoChain == chain } }
        let known = testnets.filter { chain in
            accounts.contains { account in
                account.record.utxoChain == chain && outPoints.contains { account.ledger.own($0) != nil }
            }
        }
        for chain in known + testnets.filter({ !known.contains($0) }) {
            let found = try owners(of: review, in: psbt, on: chain)
            let places = found.owners.indices.filter { found.owners[$0] != nil }
            if !places.isEmpty, signable.isSubset(of: places) { return found }
        }
        return main
    }

    private func owners(
        of review: PSBTReview, in psbt: PSBT, on utxoChain: UTXOChain
    ) throws(BitcoinKeysError) -> Found {
        var search = ScriptSearch()
        let owners = try review.inputs.enumerated().map { place, input throws(BitcoinKeysError) in
            try input.output.flatMap { output throws(BitcoinKeysError) in
                try owner(of: output.script, psbt.origins(ofInput: place), on: utxoChain, &search)
            }
        }
        return (utxoChain, owners, search)
    }

    /// Whether the wallet knows the coin from its own transactions.
    ///
    /// - Throws: If the transaction claims another amount or script.
    private func isKnown(
        _ input: PSBTReview.Input, on utxoChain: UTXOChain
    ) throws(BitcoinKeysError) -> Bool {
        for account in accounts where account.record.utxoChain == utxoChain {
            guard let own = account.ledger.own(input.outPoint), let script = account.ledger.scripts[own.path] else {
                continue
            }
            guard let output = input.output else { return false }
            guard own.value == output.value, script == output.script else { throw .bitcoin(.psbt(.otherCoin)) }
            return true
        }
        return false
    }

    private func owner(
        of script: Script, _ origins: [[UInt8]: PSBTOrigin], on utxoChain: UTXOChain, _ search: inout ScriptSearch
    ) throws(BitcoinKeysError) -> PSBTReport.Owner? {
        let places = accounts.indices.filter { accounts[$0].record.utxoChain == utxoChain }
        // The scripts that are known come first, because no search is needed for them.
        let known = places.first { accounts[$0].ledger.paths[script] != nil }
        for place in known.map({ [$0] }) ?? places {
            let isOwner = if known != nil { true } else { try search.finds(script, origins, in: descriptors[place]) }
            guard isOwner else { continue }
            let record = accounts[place].record
            return PSBTReport.Owner(account: record.id, name: record.name, isWatchOnly: record.isWatchOnly)
        }
        return nil
    }

    /// The descriptors of an account: for receiving, and for change.
    @MainActor static func descriptors(
        of record: CoinAccountRecord, _ activeAccount: WalletSigner
    ) throws(BitcoinKeysError) -> [OutputDescriptor] {
        switch record.source {
        case .descriptors(let descriptors): return descriptors.all
        case .singleKey, .electrum, .script: return []
        case .phrase(let path):
            let isTest = record.utxoChain.isTest
            let (key, origin): (ExtendedPublicKey, KeyOrigin?)
            do throws(KeyError) {
                key = try activeAccount.extendedPublicKey(at: path)
                origin = try activeAccount.fingerprint().map { KeyOrigin(fingerprint: $0, path: path) }
            } catch {
                throw .key(error)
            }
            return [
                try OutputDescriptor(record.scriptType, of: key, from: origin, isChange: false, isTest: isTest),
                try OutputDescriptor(record.scriptType, of: key, from: origin, isChange: true, isTest: isTest),
            ]
        }
    }
}

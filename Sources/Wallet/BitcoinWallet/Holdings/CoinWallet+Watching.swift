package import Bitcoin
internal import BitcoinKeys
package import Bridge
internal import Keys
import Messages
import WalletCore

extension CoinWallet {
    /// The maximum number of accounts that are only watched.
    private static let mostWatched = 100

    /// Adds an account whose keys are in another wallet.
    ///
    /// - Parameters:
    ///   - text: An extended public key, descriptors, or an address; see ``watched(_:named:on:type:)``.
    ///   - name: The user's name for it; empty for a usual one.
    ///   - utxoChain: The ledger.
    ///   - type: The form of the addresses of an extended key; `nil` for what the key says.
    /// - Returns: Its ID.
    /// - Throws: Why it cannot be watched.
    package func watch(
        _ text: String, named name: String, on utxoChain: UTXOChain, type: ScriptType? = nil
    ) async throws(RPCError) -> AccountID {
        let record = try Self.watched(text, named: name, on: utxoChain, type: type)
        let known: [CoinAccountRecord]
        do throws(CoinError) {
            try await open()
            known = try await storedAccounts()
        } catch {
            throw RPCError(error)
        }
        try Self.check(record, among: known)
        try await add(record)
        return record.id
    }

    /// Checks that an account can be added to those that are stored.
    package static func check(
        _ record: CoinAccountRecord, among known: [CoinAccountRecord]
    ) throws(RPCError) {
        guard !known.contains(where: { $0.id == record.id }) else {
            throw RPCError(.invalidParameters, sentence: localizable("The wallet already has this account."))
        }
        guard known.count(where: \.isWatchOnly) < mostWatched else {
            throw RPCError(.invalidParameters, sentence: localizable("At most 100 accounts can be watched."))
        }
    }

    /// The record of an account whose keys are in another wallet.
    ///
    /// - Parameters:
    ///   - text: An extended public key (`xpub`, `ypub` or `zpub`; `tpub`, `upub` or `vpub` for test networks), one or
    ///     two output descriptors, or an address.
    ///   - name: The user's name for it; empty for a usual one.
    ///   - utxoChain: The chain, whose network must be that of the key or the address.
    ///   - type: The form of the addresses of an extended key; `nil` for what the key says.
    /// - Returns: The record, which is not stored yet.
    /// - Throws: Why it cannot be watched.
    package static func watched(
        _ text: String, named name: String, on utxoChain: UTXOChain, type: ScriptType? = nil
    ) throws(RPCError) -> CoinAccountRecord {
        let entry = text.trimmingPrefix(while: \.isWhitespace)
        let isAddress = !entry.contains("(") && !entry.contains("pub") && entry.utf8.count <= 128
        let address = String(entry.filter { !$0.isWhitespace })
        let name = try watchedName(name)
        guard !isAddress || !utxoChain.isAddressOfOther(address) else {
            throw RPCError(.invalidParameters, sentence: utxoChain.refusal(of: address))
        }
        do throws(BitcoinKeysError) {
            if isAddress, let script = try? Destination(address, on: utxoChain).script {
                return try record(.script(script), first: script, Self.type(of: script), name, on: utxoChain)
            }
            if entry.hasPrefix("addr(") {
                let script = try script(of: OutputDescriptor(text.filter { !$0.isWhitespace }), on: utxoChain)
                return try record(.script(script), first: script, Self.type(of: script), name, on: utxoChain)
            }
            let descriptors = try WatchedDescriptors(
                text, type: utxoChain.ledger == .bitcoinCash ? .p2pkh : type)
            guard !descriptors.isCutOff else { throw .descriptor(.bareKey) }
            // An account of another network would show coins that it does not have.
            guard (descriptors.receiving.isTest ?? utxoChain.isTest) == utxoChain.isTest else {
                throw .descriptor(utxoChain.isTest ? .mainNetwork : .testNetwork)
            }
            guard let first = try descriptors.receiving.scripts().first else { throw .descriptor(.index) }
            return try record(.descriptors(descriptors), first: first, descriptors.scriptType, name, on: utxoChain)
        } catch {
            if isAddress, Self.hasPrefix(address) {
                throw RPCError(.invalidParameters, sentence: utxoChain.refusal(of: address))
            }
            throw RPCError(.invalidParameters, error.sentence)
        }
    }

    /// Whether a text begins as addresses of some network do (Bech32, CashAddr).
    private static func hasPrefix(_ text: String) -> Bool {
        let text = text.lowercased()
        return AddressNetwork.allCases.contains {
            text.hasPrefix($0.segWitPrefix + "1") || text.hasPrefix($0.cashPrefix + ":")
        }
    }

    private static func record(
        _ source: CoinAccountRecord.Source, first: Script, _ type: ScriptType, _ name: String, on utxoChain: UTXOChain
    ) throws(BitcoinKeysError) -> CoinAccountRecord {
        // Bitcoin Cash has no witnesses.
        guard utxoChain.ledger == .bitcoin || type == .p2pkh,
            let record = CoinAccountRecord(utxoChain, type, source, first: first, name: name)
        else { throw .descriptor(.notWatchable) }
        return record
    }

    /// The script of a descriptor with an address, which must be of the network of `utxoChain`.
    private static func script(
        of descriptor: OutputDescriptor, on utxoChain: UTXOChain
    ) throws(BitcoinKeysError) -> Script {
        guard case .addr(let destination, let network) = descriptor.expression else { throw .descriptor(.notWatchable) }
        // Two networks can write an address in the same way.
        let text = destination.address(of: .bitcoin, on: network)
        guard text == destination.address(of: .bitcoin, on: utxoChain.network) else {
            throw .descriptor(utxoChain.isTest ? .mainNetwork : .testNetwork)
        }
        return destination.script
    }

    /// The form of the outputs of an address; for others than those of one key, the most similar one.
    private static func type(of script: Script) -> ScriptType {
        switch script.destination {
        case .publicKey?, nil: .p2pkh
        case .script?: .p2shP2wpkh
        case .witness(0, _)?: .p2wpkh
        case .witness?: .p2tr
        }
    }

    /// A name for an account that is only watched.
    package static func watchedName(_ text: String) throws(RPCError) -> String {
        let text = text.isEmpty ? localized("Watched account") : text
        do throws(KeyError) {
            return try VaultName(text).description
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}

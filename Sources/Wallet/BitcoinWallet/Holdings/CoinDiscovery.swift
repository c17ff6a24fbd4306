internal import Bitcoin
package import Bridge
internal import Keys
import Messages
package import WalletCore

/// Finds accounts on Bitcoin and Bitcoin Cash that the open keys have used, also on the paths of other wallets.
@MainActor package final class CoinDiscovery: AccountDiscovery {
    private let wallet: CoinWallet

    /// The accounts that were found, by their IDs, so that ``add(_:)`` can add them.
    private var found: [AccountID: CoinAccountRecord] = [:]

    /// Creates a discovery for the accounts of `wallet`.
    package init(_ wallet: CoinWallet) {
        self.wallet = wallet
    }

    /// The paths of a kind of account.
    private struct Scheme {
        let name: String
        let type: ScriptType
        let standard: DerivationStandard
    }

    /// The usual paths on a chain; on test networks, those with the coin type 1.
    private static func schemes(on utxoChain: UTXOChain) -> [Scheme] {
        switch utxoChain.ledger {
        case .bitcoin:
            [
                Scheme(name: "BIP-84", type: .p2wpkh, standard: .bip84),
                Scheme(name: "BIP-86", type: .p2tr, standard: .bip86),
                Scheme(name: "BIP-49", type: .p2shP2wpkh, standard: .bip49),
                Scheme(name: "BIP-44", type: .p2pkh, standard: .bip44),
            ]
        case .bitcoinCash where utxoChain.isTest:
            [Scheme(name: "BIP-44", type: .p2pkh, standard: .bitcoinCash)]
        case .bitcoinCash:
            [
                Scheme(name: "BIP-44", type: .p2pkh, standard: .bitcoinCash),
                Scheme(name: "BIP-44 (before 2017)", type: .p2pkh, standard: .bitcoinCashBeforeFork),
                Scheme(name: "SLP", type: .p2pkh, standard: .simpleLedger),
            ]
        }
    }

    /// The chains that can be searched, Bitcoin first: those with a server.
    private var chains: [UTXOChain] {
        ([.bitcoin, .bitcoinCash] + UTXOChain.testnets).filter { wallet.coins.servers[$0] != nil }
    }

    /// The types of scripts of one key on a chain.
    private static func types(on utxoChain: UTXOChain) -> [ScriptType] {
        utxoChain.ledger == .bitcoin ? ScriptType.allCases : [.p2pkh]
    }

    /// The maximum number of accounts of one scheme that are looked at.
    private static let mostAccounts: UInt32 = 100

    /// The maximum number of other paths.
    private static let mostPaths = 100

    /// Looks on the usual paths, and on `paths`; the servers are asked.
    ///
    /// The accounts of a scheme are searched in order until one was never used (BIP-44, “Account discovery”).
    package func discover(_ paths: [String]) -> AsyncThrowingStream<DiscoveredAccount, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task { @MainActor in
                do throws(RPCError) {
                    try await self.search(paths) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func search(
        _ paths: [String], _ report: (DiscoveredAccount) -> Void
    ) async throws(RPCError) {
        guard wallet.activeAccount.isOpen else { throw .locked }
        guard !wallet.activeAccount.account.isSingleKey else { return try await searchSingleKey(report) }
        guard paths.count <= Self.mostPaths else {
            throw RPCError(.failed, sentence: localizable("At most 100 paths can be searched at a time."))
        }
        let others = try paths.map { text throws(RPCError) in try Self.read(text) }
        let keys = AccountKeys(wallet.activeAccount)
        let chains = chains
        for utxoChain in chains {
            for scheme in Self.schemes(on: utxoChain) {
                for index in 0..<Self.mostAccounts {
                    guard let path = try? scheme.standard.path(account: index, isTest: utxoChain.isTest),
                        let account = try await look(at: path, utxoChain, scheme.type, scheme.name, keys)
                    else { break }
                    report(account)
                }
            }
        }
        for path in others {
            for (utxoChain, types) in Self.scripts(at: path) where wallet.coins.servers[utxoChain] != nil {
                for type in types {
                    if let account = try await look(at: path, utxoChain, type, type.rawValue, keys) { report(account) }
                }
            }
        }
    }

    /// What a path that the user has entered can be of; servers do not learn the addresses of other networks' paths.
    ///
    /// A path that follows no standard can be of every kind.
    static func scripts(at path: DerivationPath) -> [(UTXOChain, [ScriptType])] {
        let bitcoinCash: (UTXOChain, [ScriptType]) = (.bitcoinCash, [.p2pkh])
        let testnets = UTXOChain.testnets.map { ($0, types(on: $0)) }
        let all = [(.bitcoin, ScriptType.allCases), bitcoinCash] + testnets
        guard let (purpose, coin) = path.purposeAndCoin else { return all }
        func bitcoin(_ type: ScriptType, on chains: [UTXOChain]) -> [(UTXOChain, [ScriptType])] {
            chains.filter { $0.ledger == .bitcoin }.map { ($0, [type]) }
        }
        // Test networks have the coin type 1 (SLIP-44).
        return switch (purpose, coin) {
        case (44, 0): [(.bitcoin, ScriptType.allCases), bitcoinCash]
        case (44, 1): testnets
        case (44, 145), (44, 245): [bitcoinCash]
        case (49, 0...1): bitcoin(.p2shP2wpkh, on: coin == 0 ? [.bitcoin] : UTXOChain.testnets)
        case (84, 0...1): bitcoin(.p2wpkh, on: coin == 0 ? [.bitcoin] : UTXOChain.testnets)
        case (86, 0...1): bitcoin(.p2tr, on: coin == 0 ? [.bitcoin] : UTXOChain.testnets)
        case (44, _), (49, _), (84, _), (86, _): []
        default: all
        }
    }

    private static func read(_ text: String) throws(RPCError) -> DerivationPath {
        guard let path = try? DerivationPath(text), !path.indices.isEmpty else {
            throw RPCError(
                .failed, sentence: localizable("\(Quotation.of(text), as: "path") is not a derivation path."))
        }
        return path
    }

    /// Looks at the other addresses of a wallet's single key, such as that of a paper wallet.
    private func searchSingleKey(_ report: (DiscoveredAccount) -> Void) async throws(RPCError) {
        guard let path = try? DerivationPath("m"),
            let key = try? AccountKeys(wallet.activeAccount).publicKey(at: path)
        else { throw .locked }
        for utxoChain in chains {
            for type in Self.types(on: utxoChain) {
                guard let scripts = AddressScripts(type, of: key),
                    let record = CoinAccountRecord(
                        utxoChain, type, .singleKey(key), first: scripts.locking,
                        name: "\(utxoChain.name) \(type.rawValue.uppercased())")
                else { continue }
                let account = try await look(at: record, SingleScript(scripts), path: path, type.rawValue.uppercased())
                if let account { report(account) }
            }
        }
    }

    /// The account at a path; `nil` if it was never used, or the wallet has no scripts of this type.
    private func look(
        at path: DerivationPath, _ utxoChain: UTXOChain, _ type: ScriptType, _ scheme: String, _ keys: AccountKeys
    ) async throws(RPCError) -> DiscoveredAccount? {
        let source = WalletScripts(keys, below: path, type)
        guard let first = try? await source.scripts(.receiving, 0..<1).first?.locking else {
            guard wallet.activeAccount.isOpen else { throw RPCError(CoinError.keys) }
            return nil
        }
        let name = "\(utxoChain.name) \(path)"
        guard let record = CoinAccountRecord(utxoChain, type, .phrase(path), first: first, name: name) else {
            return nil
        }
        return try await look(at: record, source, path: path, scheme)
    }

    /// The account of a record; `nil` if it was never used.
    private func look(
        at record: CoinAccountRecord, _ source: any ScriptSource, path: DerivationPath, _ scheme: String
    ) async throws(RPCError) -> DiscoveredAccount? {
        guard !Task.isCancelled else { throw RPCError(CoinError.cancelled) }
        do throws(CoinError) {
            let synchroniser = AccountSynchroniser(
                record, source: source, server: wallet.coins.servers[record.utxoChain], store: MemoryCoinStore(),
                now: wallet.coins.now)
            try await synchroniser.synchronise()
            let snapshot = await synchroniser.snapshot
            guard !snapshot.ledger.transactions.isEmpty else { return nil }
            found[record.id] = record
            return DiscoveredAccount(
                path: path.description, scheme: scheme,
                CoinWallet.summary(of: snapshot, wallet.registry(for: record.utxoChain)),
                transactions: snapshot.ledger.transactions.count,
                isAdded: try await wallet.storedAccounts().contains { $0.id == record.id })
        } catch {
            throw RPCError(error)
        }
    }

    /// Adds found accounts to the wallet.
    package func add(_ accounts: [DiscoveredAccount]) async throws(RPCError) {
        for account in accounts {
            guard var record = found[account.summary.id] else {
                throw RPCError(.failed, sentence: localizable("This account was not found by the search."))
            }
            if !account.summary.name.isEmpty { record.name = account.summary.name }
            try await wallet.add(record)
        }
    }
}

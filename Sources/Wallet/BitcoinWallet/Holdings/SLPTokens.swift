internal import Bitcoin
internal import Bridge
import Messages
import WalletCore

/// The tokens of the Simple Ledger Protocol that accounts on Bitcoin Cash hold, traced back to the transactions that
/// created them.
///
/// The network does not check these tokens: anyone can write a message that claims to move them. What a coin claims
/// counts only once every transaction before it was read, whose ID is checked. Anyone can also send coins with such
/// claims, so the number of transactions that are read is limited.
@MainActor final class SLPTokens: SLPTracing {
    /// What is known of a coin.
    private enum Verdict {
        /// It has these tokens.
        case valid(SLPOutput)

        /// It claims to have these tokens, whose history is too long.
        case claimed(SLPOutput)

        /// It has no tokens.
        case none
    }

    /// How a token describes itself in the transaction that created it.
    private struct Description {
        let symbol: String?
        let decimals: Int
    }

    /// The tokens of one kind that an account holds.
    struct Holding {
        /// The asset.
        let asset: HeldAsset

        /// The amount that was traced, in the smallest unit; `nil` if none was.
        var units: UInt128?

        /// Whether there may be more, because the history of some coins is too long or was not read yet.
        var isUnchecked = false
    }

    let utxoChain: UTXOChain

    /// A server of the chain; `nil` if none is set.
    private let server: () -> (any CoinServer)?

    var tokenHistory = SLPHistory()
    private var transactions = KnownTransactions()
    private var verdicts: [OutPoint: Verdict] = [:]
    private var descriptions: [TransactionID: Description] = [:]

    /// The transactions that may still be read.
    private var budget = 4_000

    /// Creates the tokens on `utxoChain`; nothing is asked yet.
    init(on utxoChain: UTXOChain, asking server: @escaping () -> (any CoinServer)?) {
        self.utxoChain = utxoChain
        self.server = server
    }

    /// The transaction with this ID; it is not requested again while it is cached.
    func transaction(_ id: TransactionID) async throws(CoinError) -> KnownTransaction {
        if let known = transactions[id] { return known }
        guard let server = server() else { throw .notConfigured }
        let bytes = try await server.transaction(id)
        guard let known = await KnownTransaction.read(bytes, named: id, on: utxoChain) else { throw .nonsense }
        transactions.add(known)
        return known
    }

    /// The first of `coins` whose tokens have not been looked for.
    func unchecked(_ coins: [LedgerCoin]) -> LedgerCoin? {
        guard budget > 0, server() != nil else { return nil }
        return coins.first { verdicts[$0.outPoint] == nil }
    }

    /// Looks for the tokens of a coin.
    ///
    /// - Throws: Why the server could not be asked.
    func check(_ coin: OutPoint) async throws(CoinError) {
        guard budget > 0 else { return }
        budget -= 1
        let known = try await transaction(coin.transaction)
        guard case .slp(let claim) = known.burden(of: coin.index, on: utxoChain) else {
            verdicts[coin] = Verdict.none
            return
        }
        var part = min(SLPValidator.most, budget)
        let before = part
        let share = try await SLPValidator(account: self).share(of: coin, budget: &part)
        budget -= before - part
        if let share {
            verdicts[coin] = .valid(share)
            await describe(share.token)
        } else {
            verdicts[coin] = tokenHistory[coin.transaction] == nil ? .claimed(claim) : Verdict.none
        }
    }

    /// Remembers how a token describes itself.
    private func describe(_ token: TransactionID) async {
        guard descriptions[token] == nil, let known = try? await transaction(token),
            case .genesis(_, let genesis)? = SLPHistory.message(of: known.transaction)
        else { return }
        let names = [genesis.tickerText, genesis.nameText].compactMap(\.self)
        descriptions[token] = Description(symbol: names.first { !$0.isEmpty }, decimals: Int(genesis.decimals))
    }

    /// What `coins` hold, by the IDs of the tokens.
    func holdings(_ coins: [LedgerCoin]) -> [Holding] {
        var (holdings, order) = ([TransactionID: Holding](), [TransactionID]())
        func note(_ token: TransactionID, _ change: (inout Holding) -> Void) {
            if holdings[token] == nil {
                guard let asset = asset(token) else { return }
                order.append(token)
                holdings[token] = Holding(asset: asset)
            }
            guard var holding = holdings[token] else { return }
            change(&holding)
            holdings[token] = holding
        }
        for coin in coins where coin.content == .simpleLedger {
            switch verdicts[coin.outPoint] {
            // No trap: 64 bits each, and fewer coins than that.
            case .valid(let share)?: note(share.token) { $0.units = ($0.units ?? 0) + UInt128(share.quantity) }
            case .claimed(let share)?: note(share.token) { $0.isUnchecked = true }
            case Verdict.none?, nil: break
            }
        }
        return order.sorted().compactMap { holdings[$0] }
    }

    private func asset(_ token: TransactionID) -> HeldAsset? {
        let known = descriptions[token]
        var asset = AssetID("\(utxoChain.chain)/slp:\(token)").map {
            HeldAsset(
                $0, symbol: known?.symbol ?? String(token.description.prefix(8)), decimals: known?.decimals ?? 0,
                isVouchedFor: false)
        }
        // The wallet knows these symbols as those of coins.
        let coins = UTXOChain.allCases.map { $0.unit.uppercased() }
        if let symbol = known?.symbol { asset?.isImitation = coins.contains(symbol.uppercased()) }
        return asset
    }
}

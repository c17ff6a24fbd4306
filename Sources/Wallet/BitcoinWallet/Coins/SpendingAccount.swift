internal import Bitcoin
internal import Keys
internal import WalletCore

/// An account from whose coins payments are made.
@MainActor protocol SpendingAccount: AnyObject {
    /// Its ledger.
    var utxoChain: UTXOChain { get }

    /// The user's name for it.
    var name: String { get }

    /// The address by which the user knows it.
    var from: String { get throws(KeyError) }

    /// Whether it is the active account, whose addresses pages see.
    var isActive: Bool { get }

    /// The server that is asked.
    var server: any CoinServer { get }

    /// How its coins are spent, with `scheme` on Bitcoin Cash.
    func scheme(onBitcoinCash scheme: SpendingScheme) -> SpendingScheme

    /// All coins, also those that must not be spent.
    var coins: [OwnCoin] { get }

    /// The coins that the user excluded from payments.
    var frozen: Set<OutPoint> { get }

    /// The coins of payments whose outcome is not known.
    var reserved: Set<OutPoint> { get }

    /// The IDs of payments that were signed and that no server is known to have.
    var unsettled: Set<String> { get }

    /// The payments that were refused or given up, and that anyone who has their bytes could still send.
    var possible: [TransactionRecord] { get }

    /// The payments that were refused or given up, and that servers have shown since then.
    var returned: [TransactionRecord] { get }

    /// What it holds.
    var balance: CoinBalance { get }

    /// Asks the server for the current state; if that fails, the known state is kept.
    func synchronise() async throws(CoinError)

    /// The first unused key path of a row that is not reserved for change.
    func fresh(_ row: CoinKeyPath.Row) -> CoinKeyPath

    /// The script for a key path.
    func script(at place: CoinKeyPath) throws(KeyError) -> Script

    /// The derivation path of a key path.
    func path(to place: CoinKeyPath) throws(KeyError) -> DerivationPath

    /// Marks a key path as used.
    func use(_ place: CoinKeyPath)
}

extension SpendingAccount {
    /// The coins that no payment with an unknown outcome spends, and that the user did not exclude.
    var free: [OwnCoin] {
        coins.filter { !reserved.contains($0.coin.outPoint) && !frozen.contains($0.coin.outPoint) }
    }

    /// The coins that may be spent for their satoshis.
    ///
    /// These are confirmed coins and this wallet's own change. If `generous` is true and these are not enough,
    /// unconfirmed coins from others follow on Bitcoin Cash, where an unconfirmed payment is considered final for small
    /// amounts.
    func spendable(generous: Bool) -> [OwnCoin] {
        free.filter { coin in
            coin.burden == .none
                && (coin.height != nil || coin.isFromHere || generous && utxoChain.ledger == .bitcoinCash)
        }
    }

    /// One coin of each refused or abandoned payment from `address` that `required` does not replace already.
    ///
    /// Spending the coin replaces the payment.
    ///
    /// - Returns: The coins, and the number of payments without a spendable coin: these can still be confirmed in
    ///   addition.
    func rivals(of address: String, beside required: [OwnCoin]) -> (coins: [OwnCoin], besides: Int) {
        let rivals = possible.filter { $0.from == address }
        guard !rivals.isEmpty else { return ([], 0) }
        let known = Dictionary(coins.map { ($0.coin.outPoint, $0) }) { first, _ in first }
        var spent = reserved.union(required.map(\.coin.outPoint)).union(frozen)
        var (found, besides) = ([OwnCoin](), 0)
        for outPoints in rivals.map({ $0.spends.compactMap { OutPoint($0) } }) where spent.isDisjoint(with: outPoints) {
            let usable = outPoints.compactMap { known[$0] }.filter {
                $0.burden == .none && ($0.height != nil || $0.isFromHere || utxoChain.ledger == .bitcoinCash)
            }
            guard found.count < SpendingRules.mostRivals,
                let coin = usable.max(by: { $0.coin.value < $1.coin.value })
            else {
                besides += 1
                continue
            }
            found.append(coin)
            spent.insert(coin.coin.outPoint)
        }
        return (found, besides)
    }
}

/// The limits of payments.
enum SpendingRules {
    /// The maximum number of refused or abandoned payments that one payment replaces.
    static let mostRivals = 20
}

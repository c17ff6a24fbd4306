import Ethereum

/// The nonces that are reserved for transactions, for each account on each chain.
///
/// A nonce is lent when a transaction is prepared, so that two transactions that are shown at the same time have
/// different nonces. It is kept if the user approves, and returned if the user rejects the transaction.
@MainActor final class Nonces {
    /// One account on one chain.
    struct Scope: Hashable {
        let account: EthereumAddress
        let chainID: UInt64
    }

    private var lent: [Scope: [UInt64: Int]] = [:]
    private var kept: [Scope: Set<UInt64>] = [:]

    /// Reserves and returns the lowest free nonce from `first` on.
    func lend(from first: UInt64, of scope: Scope, besides used: Set<UInt64> = []) -> UInt64 {
        var nonce = first
        while used.contains(nonce) || lent[scope]?[nonce] != nil || kept[scope]?.contains(nonce) == true { nonce += 1 }
        lent[scope, default: [:]][nonce] = 1
        return nonce
    }

    /// Reserves and returns the lowest free nonce from `first` on whose successor is free as well; both are reserved.
    func lendTwo(from first: UInt64, of scope: Scope, besides used: Set<UInt64> = []) -> UInt64 {
        var skipped: Set<UInt64> = []
        while true {
            let nonce = lend(from: first, of: scope, besides: used.union(skipped))
            let next = lend(from: nonce &+ 1, of: scope, besides: used)
            if next == nonce &+ 1 { return nonce }
            giveBack(nonce, of: scope)
            giveBack(next, of: scope)
            skipped.insert(nonce)
        }
    }

    /// Takes back a lent nonce: the user rejected the transaction.
    func giveBack(_ nonce: UInt64, of scope: Scope) {
        lent[scope]?[nonce] = nil
    }

    /// Whether `nonce` is the next one to sign: no lower nonce from `first` on is free, and no other transaction keeps
    /// it.
    func isNext(_ nonce: UInt64, from first: UInt64, of scope: Scope, besides used: Set<UInt64> = []) -> Bool {
        guard nonce >= first, !used.contains(nonce), kept[scope]?.contains(nonce) != true else { return false }
        return (first..<nonce).allSatisfy { used.contains($0) || kept[scope]?.contains($0) == true }
    }

    /// Keeps a nonce: a transaction with it is being signed and sent.
    func keep(_ nonce: UInt64, of scope: Scope) {
        lent[scope]?[nonce] = nil
        kept[scope, default: []].insert(nonce)
    }

    /// Releases a kept nonce: its transaction is certainly not on its way.
    func release(_ nonce: UInt64, of scope: Scope) {
        kept[scope]?.remove(nonce)
    }
}

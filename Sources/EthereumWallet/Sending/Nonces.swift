import Ethereum

/// The numbers of transactions that are spoken for: each account's on each chain.
///
/// A number is lent when a transaction is made to be shown, so that two that are shown at once have different ones. It
/// is kept when the user approves, and returned on rejection.
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

    /// Takes a lent number back: the user said no.
    func giveBack(_ nonce: UInt64, of scope: Scope) {
        lent[scope]?[nonce] = nil
    }

    /// Whether `nonce` is the next number, now that it is to be signed: no number before it from `first` on is free,
    /// and it is not kept by another.
    func isNext(_ nonce: UInt64, from first: UInt64, of scope: Scope, besides used: Set<UInt64> = []) -> Bool {
        guard nonce >= first, !used.contains(nonce), kept[scope]?.contains(nonce) != true else { return false }
        return (first..<nonce).allSatisfy { used.contains($0) || kept[scope]?.contains($0) == true }
    }

    /// Keeps a number: a transaction with it is being signed and sent.
    func keep(_ nonce: UInt64, of scope: Scope) {
        lent[scope]?[nonce] = nil
        kept[scope, default: []].insert(nonce)
    }

    /// Lets a kept number go: its transaction is certainly not on its way.
    func release(_ nonce: UInt64, of scope: Scope) {
        kept[scope]?.remove(nonce)
    }
}

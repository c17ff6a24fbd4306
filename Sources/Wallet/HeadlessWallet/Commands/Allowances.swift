import BigInt
package import Bridge
import Messages
package import WalletCore
import WalletMethods

/// An allowance of an account on an EVM chain, as commands list it.
package struct ListedAllowance: Codable, Hashable, Sendable {
    package let chain: String
    package let network: String
    package let account: String

    /// The token or the collection (CAIP-19), and its symbol.
    package let asset: String
    package let symbol: String

    /// The address that may take it, and its name if the wallet knows one.
    package let spender: String
    package let spenderName: String?

    /// `amount`, `unlimited`, `collection`, `item` or `everything`.
    package let limit: String

    /// The largest amount as decimal text, or the ID of the item.
    package let amount: String?

    package let permit2: Bool

    /// Until when it is in force, in UTC (RFC 3339); `nil` for always.
    package let expires: String?

    init(_ allowance: GivenAllowance, of account: AccountSummary) {
        chain = account.id.chain.description
        network = account.chainName
        self.account = account.id.address
        asset = allowance.asset.id.description
        symbol = allowance.asset.symbol
        spender = allowance.spender
        spenderName = allowance.spenderName
        permit2 = allowance.isPermit2
        expires = allowance.expiry.map(UTCTime.text)
        (limit, amount) =
            switch allowance.limit {
            case .units(let units): ("amount", allowance.asset.number(units))
            case .unlimited: ("unlimited", nil)
            case .collection: ("collection", nil)
            case .item(let id): ("item", id)
            case .everything: ("everything", nil)
            }
    }
}

/// The allowances that are in force, from the logs of EVM chains.
package struct ListAllowances: WalletCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        package let allowances: [ListedAllowance]

        /// What the answers of the nodes lack, a sentence for each account.
        package let gaps: [String]
    }

    package static let name = "allowances"

    let place: AccountReference

    package init(_ place: AccountReference = AccountReference()) { self.place = place }

    package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        var (listed, gaps): ([ListedAllowance], [String]) = ([], [])
        for (account, allowances, gap) in try await wallet.allowances(place) {
            listed += allowances.map { ListedAllowance($0, of: account) }
            if let gap { gaps.append(gap) }
        }
        return Outcome(allowances: listed, gaps: gaps)
    }
}

/// Revokes an allowance with a transaction, after the approval.
package struct RevokeAllowance: WalletCommand {
    package static let name = "revoke"

    /// The token or the collection (CAIP-19).
    let asset: String

    /// The address that may take it.
    let spender: String

    let place: AccountReference

    package init(_ asset: String, of spender: String, _ place: AccountReference = AccountReference()) {
        (self.asset, self.spender, self.place) = (asset, spender, place)
    }

    package func run(in wallet: Wallet) async throws(WalletError) -> SentTransaction {
        let found = try await wallet.allowances(place).flatMap { $0.allowances }.filter {
            $0.asset.id.description == asset && $0.spender.lowercased() == spender.lowercased()
        }
        guard let allowance = found.first else {
            throw WalletError(.failed, localized("There is no such allowance."))
        }
        guard found.allSatisfy({ $0.account == allowance.account }) else {
            throw WalletError(
                .usage, localized("Several accounts have this asset. Name the address of one with --account."))
        }
        return try await WalletError.of { () throws(RPCError) in try await wallet.revoke(allowance) }
    }
}

extension Wallet {
    /// The allowances of the accounts on EVM chains that `place` means.
    fileprivate func allowances(
        _ place: AccountReference
    ) async throws(WalletError) -> [(account: AccountSummary, allowances: [GivenAllowance], gap: String?)] {
        var found: [(account: AccountSummary, allowances: [GivenAllowance], gap: String?)] = []
        for account in holdings.accounts where account.id.chain.eip155 != nil && place.isMeant(account) {
            let source = holdings.allowances
            let allowances = try await WalletError.of { () throws(RPCError) in
                try await source.allowances(of: account.id)
            }
            found.append((account, allowances, source.gap(of: account.id)))
        }
        return found
    }

    /// Revokes an allowance, after the approval.
    ///
    /// - Returns: The transaction, also if it is not known whether it was sent.
    package func revoke(_ allowance: GivenAllowance) async throws(RPCError) -> SentTransaction {
        let source = holdings.allowances
        return try await send("revoke", on: allowance.account.chain) { request throws(RPCError) in
            try await source.revoke(allowance, for: request)
        }
    }
}

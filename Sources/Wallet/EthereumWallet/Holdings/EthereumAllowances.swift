import BigInt
package import Bridge
import Ethereum
import Messages
package import WalletCore

/// What others may take from the active account on EVM chains: by ERC-20, Permit2, and as operators of collections.
///
/// The logs of the chain tell who was ever given something, and the contracts what of it is in force.
@MainActor package final class EthereumAllowances: AllowanceSource {
    private let activeAccount: WalletSigner
    private let chains: ChainBook
    private let knowledge: EthereumKnowledge
    private let sending: EthereumSending
    private let clock: WalletClock

    /// What is missing in the last answer for each account.
    private var gaps: [AccountID: [Gap]] = [:]

    /// Why allowances may be missing.
    enum Gap: Hashable, Sendable {
        /// The search for logs ended above this block.
        case logs(LogScanner.End, before: UInt64)

        /// A block has more logs than are read.
        case fullBlock

        /// The account gave more permissions than are verified, which are this many.
        case permissions(Int)

        /// The node does not tell whether the account has a delegation.
        case delegation

        /// What the user reads about it.
        var sentence: String {
            switch self {
            case .logs(.refused, let block):
                localized(
                    """
                    Your node has no logs before block \(block, as: "block"), so earlier allowances may \
                    be missing.
                    """)
            case .logs(.requests, let block):
                localized(
                    """
                    Your node searches few blocks at a time, so the wallet stopped at block \(block, as: "block"). \
                    Earlier allowances may be missing.
                    """)
            case .logs(.logs, let block):
                localized(
                    """
                    The account has more logs than the wallet reads, so it stopped at block \(block, as: "block"). \
                    Earlier allowances may be missing.
                    """)
            case .fullBlock:
                localized("A block has more logs than the wallet reads. Allowances in it may be missing.")
            case .permissions(let count):
                localized(
                    """
                    The account has given more than \(count, as: "count") allowances. Only the latest ones are listed.
                    """)
            case .delegation:
                localized("Your node does not tell whether the account has delegated itself to a contract (EIP-7702).")
            }
        }
    }

    /// Creates a source that asks the nodes of `chains`.
    package init(
        activeAccount: WalletSigner, chains: ChainBook, knowledge: EthereumKnowledge, sending: EthereumSending,
        clock: WalletClock
    ) {
        self.activeAccount = activeAccount
        self.chains = chains
        self.knowledge = knowledge
        self.sending = sending
        self.clock = clock
    }

    /// A sentence about what the last answer for `account` lacks; `nil` if it is complete.
    package func gap(of account: AccountID) -> String? {
        guard let gaps = gaps[account], !gaps.isEmpty else { return nil }
        return gaps.map(\.sentence).joined(separator: " ")
    }

    /// The allowances that are in force, those for everything first.
    ///
    /// A delegation of the account (EIP-7702) is one of them: its contract may take everything.
    package func allowances(of account: AccountID) async throws(RPCError) -> [GivenAllowance] {
        let (chain, owner, node) = try await place(of: account)
        do throws(NodeError) {
            guard let head = try await node.ask("eth_blockNumber", []).quantity else { throw .malformed }
            let found = try await LogScanner(node: node).scan(Self.filter(owner), in: 0...head)
            let permissions = Self.permissions(in: found.logs, of: owner)
            gaps[account] = Self.gaps(found, permissions.count)
            let asked = Array(permissions.prefix(Self.most))
            let now = UInt64(max(0, clock.now()))
            let inForce = zip(asked, try await PermissionReader(node: node).current(asked)).compactMap {
                asked, current in
                current.flatMap { $0.units > 0 && $0.expiry.map { $0 > now } ?? true ? (asked, $0) : nil }
            }
            let assets = try await assets(of: inForce.map(\.0), on: chain, asking: node)
            let given = inForce.map { permission, current in
                allowance(permission, current, account, assets[permission.asset], on: chain)
            }
            let delegations = await delegation(of: owner, account, on: chain, asking: node)
            return delegations + given.filter(\.isForEverything) + given.filter { !$0.isForEverything }
        } catch {
            throw RPCError(error)
        }
    }

    package func revoke(_ allowance: GivenAllowance, for request: Request) async throws(RPCError) -> String {
        let (chain, owner, _) = try await place(of: allowance.account)
        if allowance.limit == .everything {
            return try await sending.revokeDelegation(of: owner, on: chain, for: request)
        }
        guard let token = try? EthereumAddress(allowance.asset.id.reference),
            let spender = try? EthereumAddress(allowance.spender),
            let wanted = Self.revocation(of: allowance, token, spender)
        else {
            throw RPCError(.invalidParameters, sentence: localizable("This allowance cannot be revoked."))
        }
        return try await sending.send(wanted, by: owner, on: chain, for: request)
    }

    private func place(
        of account: AccountID
    ) async throws(RPCError) -> (Chain, EthereumAddress, any EthereumNode) {
        guard let chain = chains.chain(account.chain), let owner = try? EthereumAddress(account.address),
            owner.description == activeAccount.address(.ethereum)
                || activeAccount.device(ofEthereum: owner.description) != nil
        else {
            throw RPCError(.unauthorized, sentence: localizable("This is not the account in use."))
        }
        guard !chains.isNodeFromSite(chain) else {
            throw RPCError(
                .disconnected,
                sentence: localizable(
                    """
                    A site named the node of this network, and it could hide allowances. Set another node under \
                    Servers….
                    """))
        }
        return (chain, owner, try chains.node(for: chain))
    }

    private static func filter(_ owner: EthereumAddress) -> JSONObject {
        let events = [
            TokenEvent.Signature.approval, TokenEvent.Signature.approvalForAll, TokenEvent.Signature.permit2Approval,
            TokenEvent.Signature.permit2Permit,
        ]
        return ["topics": [.array(events.map { .string(HexText.of($0)) }), LogScanner.topic(owner)]]
    }

    /// The permissions that were ever given, the latest first, each once.
    private static func permissions(in logs: [EventLog], of owner: EthereumAddress) -> [TokenEvent.Permission] {
        var permissions: [TokenEvent.Permission] = []
        var seen: Set<TokenEvent.Permission> = []
        for log in logs.sorted(by: { ($0.block ?? 0, $0.place) > ($1.block ?? 0, $1.place) }) {
            for case .allowance(let permission, _, _) in TokenEvent.of(log)
            where permission.owner == owner && !permission.spender.isZero && seen.insert(permission).inserted {
                permissions.append(permission)
            }
        }
        return permissions
    }

    private static func gaps(_ found: LogScanner.Found, _ permissions: Int) -> [Gap] {
        var gaps: [Gap] = []
        if let end = found.end { gaps.append(.logs(end, before: found.lowest)) }
        if found.isCut { gaps.append(.fullBlock) }
        if permissions > most { gaps.append(.permissions(most)) }
        return gaps
    }

    private func allowance(
        _ permission: TokenEvent.Permission, _ current: PermissionReader.Current, _ account: AccountID,
        _ asset: HeldAsset?, on chain: Chain
    ) -> GivenAllowance {
        let limit: GivenAllowance.Limit =
            switch permission.kind {
            case .collection: .collection
            case .item(let item): .item(String(item))
            case .amount, .permit2: current.units.bitWidth > 120 ? .unlimited : .units(current.units)
            }
        let spender = permission.spender
        return GivenAllowance(
            account, asset ?? Self.ether(of: chain), spender: spender.description,
            spenderName: knowledge.descriptors.knownName(of: spender, on: chain.id),
            limit, isPermit2: permission.kind == .permit2, expiry: current.expiry.flatMap { Int64(exactly: $0) })
    }

    /// The tokens and collections of `permissions`; those that the wallet does not know, as their contracts describe
    /// them.
    private func assets(
        of permissions: [TokenEvent.Permission], on chain: Chain, asking node: any EthereumNode
    ) async throws(NodeError) -> [TokenEvent.Permission.Asset: HeldAsset] {
        var assets: [TokenEvent.Permission.Asset: HeldAsset] = [:]
        var unknown: [TokenEvent.Permission.Asset] = []
        for asset in permissions.map(\.asset) where assets[asset] == nil && !unknown.contains(asset) {
            if let known = knowledge.tokens.token(asset.contract, on: chain.id) {
                assets[asset] = Self.asset(
                    asset, symbol: known.symbol, decimals: known.decimals, isVouchedFor: known.isVouchedFor, on: chain)
            } else {
                unknown.append(asset)
            }
        }
        guard let symbol = try? ABIFunction("symbol()").call([]), let decimals = try? ABIFunction("decimals()").call([])
        else { return assets }
        let answers = try await Multicall(node: node).answers(
            to: unknown.flatMap { asset in
                [symbol, decimals].map { Multicall.Call(contract: asset.contract, data: $0) }
            })
        for (place, asset) in unknown.enumerated() where answers.indices.contains(place * 2 + 1) {
            assets[asset] = Self.asset(
                asset, symbol: TokenContract.symbol(answers[place * 2]),
                decimals: asset.isFungible ? TokenContract.decimals(answers[place * 2 + 1]) : nil, isVouchedFor: false,
                on: chain)
        }
        return assets
    }

    private static func asset(
        _ asset: TokenEvent.Permission.Asset, symbol: String?, decimals: Int?, isVouchedFor: Bool, on chain: Chain
    ) -> HeldAsset {
        let contract = asset.contract.description
        let id = AssetID("eip155:\(chain.id)/\(asset.isFungible ? "erc20" : "erc721"):\(contract)")
        // A contract without a name is called by its address.
        let named = symbol.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        return HeldAsset(
            id ?? coin(of: chain), symbol: named ?? "\(contract.prefix(6))…\(contract.suffix(4))",
            decimals: decimals ?? 0, isVouchedFor: isVouchedFor)
    }

    /// The delegation of the account, as an allowance of everything for its contract.
    private func delegation(
        of owner: EthereumAddress, _ account: AccountID, on chain: Chain, asking node: any EthereumNode
    ) async -> [GivenAllowance] {
        let found: AccountDelegation?
        do throws(NodeError) {
            found = try await AccountDelegation.of(owner, asking: node)
        } catch {
            gaps[account, default: []].append(.delegation)
            return []
        }
        guard let delegation = found else { return [] }
        let contract = delegation.contract
        return [
            GivenAllowance(
                account, Self.ether(of: chain), spender: contract.description,
                spenderName: KnownContracts.contract(contract, on: chain.id)?.name, .everything)
        ]
    }

    private static func ether(of chain: Chain) -> HeldAsset {
        HeldAsset(coin(of: chain), symbol: chain.symbol, decimals: 18, isVouchedFor: chain.isWellKnown)
    }

    private static func coin(of chain: Chain) -> AssetID {
        AssetID(coin: 60, on: ChainID(eip155: chain.id))
    }

    /// The transaction that takes an allowance back.
    private static func revocation(
        of allowance: GivenAllowance, _ token: EthereumAddress, _ spender: EthereumAddress
    ) -> TransactionRequest? {
        var wanted = TransactionRequest()
        wanted.to = allowance.isPermit2 ? Permit2.address : token
        let zeroAddress = try? EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))
        let data: [UInt8]?
        switch allowance.limit {
        case .collection:
            data = try? ABIFunction("setApprovalForAll(address operator, bool approved)").call([
                .address(spender), .bool(false),
            ])
        case .item(let item):
            guard let item = BigInt(item), let zeroAddress else { return nil }
            data = try? ABIFunction("approve(address to, uint256 tokenId)").call([.address(zeroAddress), .number(item)])
        case .everything: return nil
        case .units, .unlimited:
            data =
                allowance.isPermit2
                ? try? ABIFunction("approve(address token, address spender, uint160 amount, uint48 expiration)").call([
                    .address(token), .address(spender), .number(0), .number(0),
                ])
                : try? ABIFunction("approve(address spender, uint256 amount)").call([.address(spender), .number(0)])
        }
        guard let data, wanted.to != nil else { return nil }
        wanted.data = data
        return wanted
    }

    /// The maximum number of permissions that are verified.
    private nonisolated static let most = 2_000
}

extension TokenEvent.Permission {
    /// The token or the collection of a permission.
    struct Asset: Hashable, Sendable {
        let contract: EthereumAddress

        /// Whether it is a token with amounts, and not a collection of items.
        let isFungible: Bool
    }

    /// What it is about.
    fileprivate var asset: Asset { Asset(contract: token, isFungible: kind == .amount || kind == .permit2) }
}

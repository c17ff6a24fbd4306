import BigInt
package import Bridge
import Ethereum
import Messages
package import WalletCore

/// What others may take from the active account on EVM chains: by ERC-20, Permit2, and as operators of collections.
///
/// The logs of the chain tell who was ever given something, and the contracts what of it is in force.
@MainActor package final class EthereumAllowances: AllowanceSource {
    private let activeAccount: ActiveAccount
    private let chains: ChainBook
    private let knowledge: EthereumKnowledge
    private let sending: EthereumSending
    private let clock: WalletClock

    /// The lowest block of which the logs are known, for accounts whose earlier logs the node did not give.
    private var unread: [AccountID: UInt64] = [:]

    /// Creates a source that asks the nodes of `chains`.
    package init(
        activeAccount: ActiveAccount, chains: ChainBook, knowledge: EthereumKnowledge, sending: EthereumSending,
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
        unread[account].map { block in
            localized(
                """
                Your node has no logs before block \(block, as: "block"), so earlier allowances may \
                be missing.
                """)
        }
    }

    /// The allowances that are in force, those for everything first.
    ///
    /// A delegation of the account (EIP-7702) is one of them: its contract may take everything.
    package func allowances(of account: AccountID) async throws(RPCError) -> [GivenAllowance] {
        let (chain, owner, node) = try await place(of: account)
        do throws(NodeError) {
            guard let head = try await node.ask("eth_blockNumber", []).quantity else { throw .malformed }
            let found = try await LogScanner(node: node).scan(Self.filter(owner), in: 0...head)
            unread[account] = found.lowest > 0 ? found.lowest : nil
            let permissions = Self.permissions(in: found.logs, of: owner)
            var given = await delegation(of: owner, account, on: chain, asking: node)
            for permission in permissions.prefix(Self.most) {
                guard let current = await PermissionReader(node: node).current(permission), current.units > 0,
                    current.expiry.map({ $0 > UInt64(max(0, clock.now())) }) ?? true
                else { continue }
                given.append(await allowance(permission, current, account, on: chain, asking: node))
            }
            return given.filter { $0.limit == .unlimited || $0.limit == .collection }
                + given.filter { $0.limit != .unlimited && $0.limit != .collection }
        } catch {
            throw RPCError(error)
        }
    }

    package func revoke(_ allowance: GivenAllowance, for request: Request) async throws(RPCError) -> String {
        let (chain, owner, _) = try await place(of: allowance.account)
        if allowance.asset.id.isCoin {
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
        else {
            throw RPCError(.unauthorized, sentence: localizable("This is not the account in use."))
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

    private func allowance(
        _ permission: TokenEvent.Permission, _ current: PermissionReader.Current, _ account: AccountID,
        on chain: Chain, asking node: any EthereumNode
    ) async -> GivenAllowance {
        let limit: GivenAllowance.Limit =
            switch permission.kind {
            case .collection: .collection
            case .item(let item): .item(String(item))
            case .amount, .permit2: current.units.bitWidth > 120 ? .unlimited : .units(current.units)
            }
        let spender = permission.spender
        return GivenAllowance(
            account, await asset(permission, on: chain, asking: node), spender: spender.description,
            spenderName: KnownContracts.contract(spender, on: chain.id)?.name
                ?? knowledge.descriptors.name(of: spender, on: chain.id),
            limit, isPermit2: permission.kind == .permit2, expiry: current.expiry.flatMap { Int64(exactly: $0) })
    }

    private func asset(
        _ permission: TokenEvent.Permission, on chain: Chain, asking node: any EthereumNode
    ) async -> HeldAsset {
        let isFungible = permission.kind == .amount || permission.kind == .permit2
        let kind = isFungible ? "erc20" : "erc721"
        let known = knowledge.tokens.token(permission.token, on: chain.id)
        let id = AssetID("eip155:\(chain.id)/\(kind):\(permission.token.description)")
        let contract = TokenContract(permission.token, node: node)
        var (symbol, decimals) = (known?.symbol, known?.decimals)
        if symbol == nil { symbol = await contract.symbol() }
        if decimals == nil, isFungible { decimals = await contract.decimals() }
        return HeldAsset(
            id ?? Self.coin(of: chain), symbol: symbol ?? "", decimals: decimals ?? 0,
            isVouchedFor: known?.isVouchedFor ?? false)
    }

    /// The delegation of the account, as an allowance of everything for its contract.
    private func delegation(
        of owner: EthereumAddress, _ account: AccountID, on chain: Chain, asking node: any EthereumNode
    ) async -> [GivenAllowance] {
        guard let delegation = await AccountDelegation.of(owner, asking: node) else { return [] }
        let coin = HeldAsset(
            Self.coin(of: chain), symbol: chain.symbol, decimals: 18, isVouchedFor: chain.isWellKnown)
        return [
            GivenAllowance(
                account, coin, spender: delegation.contract.description,
                spenderName: localized("delegation of the whole account"), .unlimited)
        ]
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
    private static let most = 400
}

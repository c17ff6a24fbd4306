import BigInt
import Bridge
import Ethereum
import Primitives
import WalletCore

/// Searches the logs of a chain for transfers of tokens and of items of collections from and to an account.
///
/// What was found is stored with the blocks that were searched, so each search continues where the last one ended. The
/// newest blocks are always searched again, and a block below them shows whether it still is the same chain.
struct TokenMovementSearch: MovementSearch {
    let own: SearchedAccount

    /// The contracts that the wallet and the user know, which are searched if the node does not search all.
    let contracts: [EthereumAddress]

    let store: any MovementStore

    /// What is known of an account on a chain.
    struct Known: SearchState {
        /// The movements, the newest first.
        var movements: [TokenMovement]

        /// Where they were searched.
        var searched: SearchedBlocks

        /// The latest block of the chain.
        var head: UInt64 = 0

        /// Whether the node searches only the logs of named contracts.
        var refusesAll = false

        /// About how many blocks the node searches at once.
        var span = UInt64.max
    }

    func load() async -> Known? {
        do throws(JournalError) {
            let searched = try await store.searched(for: id) ?? SearchedBlocks(site: site)
            return Known(movements: try await store.movements(of: id), searched: searched)
        } catch {
            return nil
        }
    }

    func continued(_ known: Known, most: Int) async -> Known? {
        guard let head = await own.latest() else { return nil }
        var (known, budget) = (known, most)
        known.head = head
        guard await isSameChain(&known) else { return known }
        setScope(&known)
        let first = chain.first(after: known.searched)
        guard first <= head else { return known }
        switch await search(first...head, known, &budget) {
        case .found(let found):
            known.span = found.span
            await keep(found, &known)
        case .unanswered: return known
        case .narrower:
            known.refusesAll = true
            return await continued(known, most: budget)
        }
        while budget > 0, known.movements.count < Self.mostStored, let gap = known.searched.blocks.gap {
            guard case .found(let found) = await search(gap, known, &budget) else { break }
            known.span = found.span
            await keep(found, &known)
            guard found.blocks.lowerBound == gap.lowerBound else { break }
        }
        await describe(&known)
        return known
    }

    // MARK: The chain

    /// Whether the node still has the chain on which the movements were found; on another one, they are forgotten.
    private func isSameChain(_ known: inout Known) async -> Bool {
        switch await chain.verdict(on: known.searched, head: known.head) {
        case .behind: return false
        case .other:
            (known.movements, known.searched) = ([], SearchedBlocks(site: site))
            try? await store.forget(id)
        case .same: known.searched.site = site
        }
        return true
    }

    // MARK: The search

    /// What one search of a range gave.
    private enum Outcome {
        case found(Found)
        case unanswered

        /// The node does not search the logs of all contracts.
        case narrower
    }

    private struct Found {
        let movements: [TokenMovement]
        let blocks: ClosedRange<UInt64>
        let span: UInt64
    }

    /// Starts from the beginning if more contracts are searched now than before.
    private func setScope(_ known: inout Known) {
        let scope = known.refusesAll ? Self.scope(contracts) : ""
        guard known.searched.scope != scope else { return }
        // What was found among all contracts is found among some.
        if known.searched.scope.isEmpty, known.searched.blocks.highest != nil {
            known.searched.scope = scope
        } else {
            known.searched = SearchedBlocks(scope: scope, site: site)
        }
    }

    /// An identifier of the contracts that were searched.
    private static func scope(_ contracts: [EthereumAddress]) -> String {
        Hex.encode(Keccak256.hash(contracts.flatMap(\.bytes)).bytes.prefix(16))
    }

    private func search(_ blocks: ClosedRange<UInt64>, _ known: Known, _ budget: inout Int) async -> Outcome {
        guard budget > 0 else { return .unanswered }
        let scanner = LogScanner(node: node)
        let filters = known.refusesAll ? filters(of: contracts) : filters()
        guard !filters.isEmpty else { return .unanswered }
        do throws(NodeError) {
            var found = try await scanner.scan(filters, in: blocks, most: budget, first: known.span)
            budget -= found.requests
            // Anyone can fill a block with logs about this account, but not with those of the contracts that it knows.
            for block in found.cutBlocks.prefix(Self.mostCut) where !known.refusesAll {
                let part = try await scanner.scan(self.filters(of: contracts), in: block...block)
                budget -= part.requests
                found.logs += part.logs
            }
            guard found.lowest <= blocks.upperBound else { return .unanswered }
            let searched = found.lowest...blocks.upperBound
            // A range that was searched completely says nothing about a limit.
            let span = searched == blocks ? known.span : found.span ?? .max
            return .found(
                Found(movements: movements(in: found.logs, of: searched), blocks: searched, span: span))
        } catch {
            budget -= Self.refusedRequests
            return !known.refusesAll && error.mayAnswerLess ? .narrower : .unanswered
        }
    }

    /// The logs about the account, of `contracts` or of all.
    private func filters(of contracts: [EthereumAddress]) -> [JSONObject] {
        stride(from: 0, to: contracts.count, by: Self.mostContracts).flatMap { first in
            let part = contracts[first..<min(first + Self.mostContracts, contracts.count)]
            return filters().map { filter in
                var filter = filter
                filter["address"] = .array(part.map { .string($0.description) })
                return filter
            }
        }
    }

    private func filters() -> [JSONObject] {
        func events(_ signatures: [[UInt8]]) -> JSON { .array(signatures.map { .string(HexText.of($0)) }) }
        let tokens = [TokenEvent.Signature.transfer]
        let items = [TokenEvent.Signature.single, TokenEvent.Signature.batch]
        let own = LogScanner.topic(account)
        return [
            ["topics": [events(tokens), own]], ["topics": [events(tokens + items), .null, own]],
            ["topics": [events(items), .null, .null, own]],
        ]
    }

    /// The movements in `logs`, each once; of contracts that the wallet does not know, the newest ones.
    private func movements(in logs: [EventLog], of blocks: ClosedRange<UInt64>) -> [TokenMovement] {
        let familiar = Set(contracts)
        var (places, found, others) = (Set<TokenMovement.Place>(), [TokenMovement](), 0)
        for log in logs.sorted(by: { ($0.block ?? 0, $0.place) > ($1.block ?? 0, $1.place) }) {
            guard let block = log.block, blocks.contains(block), log.transaction != nil else { continue }
            let isFamiliar = familiar.contains(log.contract)
            guard isFamiliar || others < Self.mostUnfamiliar else { continue }
            for (part, event) in TokenEvent.of(log).prefix(Self.mostParts).enumerated() {
                guard let movement = movement(event, log, block, part), places.insert(movement.place).inserted else {
                    continue
                }
                found.append(movement)
                if !isFamiliar { others += 1 }
            }
        }
        return found
    }

    private func movement(_ event: TokenEvent, _ log: EventLog, _ block: UInt64, _ part: Int) -> TokenMovement? {
        guard case .transfer(let asset, let from, let to, let units) = event, let contract = asset.token, from != to,
            from == account || to == account, units > 0, let txid = log.transaction
        else { return nil }
        let isSingle = log.topics.first == TokenEvent.Signature.transfer
        return TokenMovement(
            standard: asset.item == nil ? "erc20" : isSingle ? "erc721" : "erc1155", contract: contract.description,
            item: asset.item, txid: txid, place: TokenMovement.Place(block: block, log: log.place, part: part),
            from: from.description, to: to.description, units: units)
    }

    // MARK: What is stored

    private func keep(_ found: Found, _ known: inout Known) async {
        let earlier = Dictionary(known.movements.map { ($0.place, $0) }) { $1 }
        // What was known about the same movement stays known.
        let new = found.movements.map { movement in
            guard let old = earlier[movement.place], old.txid == movement.txid else { return movement }
            var movement = movement
            (movement.at, movement.isSigned) = (old.at, old.isSigned)
            return movement
        }
        let others = known.movements.filter { !found.blocks.contains($0.place.block) }
        known.movements = (others + new).sorted { $0.place > $1.place }
        await chain.note(found.blocks, in: &known.searched)
        try? await store.keep(new, of: id, in: found.blocks, searched: known.searched)
    }

    /// Asks for the times of the newest movements, and for the senders of transactions with unknown contracts.
    private func describe(_ known: inout Known) async {
        let times = await chain.times(of: known.movements.filter { $0.at == nil }.map(\.place.block))
        let familiar = Set(contracts.map(\.description))
        var senders: [String: Bool?] = [:]
        for movement in known.movements
        where movement.isSigned == nil && senders[movement.txid] == nil && !familiar.contains(movement.contract) {
            guard senders.count < Self.mostSenders else { break }
            senders.updateValue(await isSigned(movement.txid), forKey: movement.txid)
        }
        var changed: [TokenMovement] = []
        for place in known.movements.indices {
            var movement = known.movements[place]
            if movement.at == nil { movement.at = times[movement.place.block] }
            if movement.isSigned == nil, let isSigned = senders[movement.txid] ?? nil { movement.isSigned = isSigned }
            guard movement != known.movements[place] else { continue }
            known.movements[place] = movement
            changed.append(movement)
        }
        if !changed.isEmpty { try? await store.update(changed, of: id) }
    }

    /// Whether the account sent a transaction; `nil` if the node does not tell.
    private func isSigned(_ txid: String) async -> Bool? {
        guard let answer = try? await node.ask("eth_getTransactionByHash", [.string(txid)]),
            answer["hash"]?.string?.lowercased() == txid,
            let sender = answer["from"]?.string.flatMap({ try? EthereumAddress($0.lowercased()) })
        else { return nil }
        return sender == account
    }

    private static let mostContracts = 64

    /// The maximum number of movements of unknown contracts that one search adds: anyone can make them.
    private static let mostUnfamiliar = 500
    private static let mostParts = 100
    private static let mostCut = 4
    private static let mostSenders = 20

    /// About as many requests as it takes to find out that a node refuses any range.
    private static let refusedRequests = 20
}

import BigInt
import Bridge
import Ethereum
import WalletCore

/// Searches a chain for the movements of its coin from and to an account: by traces if the node keeps them, otherwise by
/// the balances after each block while the wallet is open.
struct NativeMovementSearch: MovementSearch {
    let own: SearchedAccount
    let store: any NativeMovementStore

    /// What is known of an account on a chain.
    struct Known: SearchState {
        /// The movements, the newest first.
        var movements: [NativeMovement]

        /// Where they were searched.
        var coins: SearchedCoins

        /// The latest block of the chain.
        var head: UInt64 = 0

        /// Whether the node keeps no traces.
        var hasNoTraces = false

        /// About how many blocks the node searches for traces at once.
        var span = UInt64.max

        var searched: SearchedBlocks { coins.searched }
    }

    func load() async -> Known? {
        do throws(JournalError) {
            let coins = try await store.searchedCoins(for: id) ?? SearchedCoins(SearchedBlocks(site: site))
            return Known(movements: try await store.coinMovements(of: id), coins: coins)
        } catch {
            return nil
        }
    }

    func continued(_ known: Known, most: Int) async -> Known? {
        guard let head = await own.latest() else { return nil }
        var known = known
        known.head = head
        switch await chain.verdict(on: known.coins.searched, head: head) {
        case .behind: return known
        case .other:
            (known.movements, known.coins) = ([], SearchedCoins(SearchedBlocks(site: site)))
            try? await store.forgetCoins(of: id)
        case .same: break
        }
        if !known.hasNoTraces {
            guard await continueByTraces(&known, most) else { return known }
        }
        if known.hasNoTraces { await continueByBalances(&known) }
        await describe(&known)
        return known
    }

    // MARK: Traces

    /// Whether the search may continue: the node has answered, or keeps no traces.
    private func continueByTraces(_ known: inout Known, _ most: Int) async -> Bool {
        // What was found by balances lacks what contracts paid.
        var started = known
        if !known.coins.searched.scope.isEmpty { started.coins = SearchedCoins(SearchedBlocks(site: site)) }
        let reader = NativeTraceReader(id: id, account: account, node: node)
        var budget = most
        let first = chain.first(after: started.coins.searched)
        guard first <= known.head else { return true }
        do throws(NodeError) {
            let found = try await reader.search(first...known.head, first: started.span, &budget)
            guard found.lowest <= known.head else { return true }
            known = started
            await keep(found, upTo: known.head, &known)
            while budget > 0, known.movements.count < Self.mostStored, let gap = known.coins.searched.blocks.gap {
                let found = try await reader.search(gap, first: known.span, &budget)
                guard found.lowest <= gap.upperBound else { break }
                await keep(found, upTo: gap.upperBound, &known)
                guard found.lowest == gap.lowerBound else { break }
            }
            return true
        } catch {
            let hasTraced = known.coins.searched.scope.isEmpty && known.coins.searched.blocks.highest != nil
            switch error {
            case .refused(.unsupported): known.hasNoTraces = true
            case .refused, .malformed, .status(400...428): known.hasNoTraces = !hasTraced
            default: break
            }
            return known.hasNoTraces
        }
    }

    private func keep(_ found: NativeTraceReader.Found, upTo high: UInt64, _ known: inout Known) async {
        known.span = found.span
        let times = Dictionary(known.movements.compactMap { one in one.at.map { (one.block, $0) } }) { $1 }
        let new = found.movements.map { movement in
            var movement = movement
            movement.at = times[movement.block]
            return movement
        }
        await keep(new, in: found.lowest...high, &known)
    }

    // MARK: Balances

    private func continueByBalances(_ known: inout Known) async {
        let reader = NativeBalanceSearch(id: id, account: account, node: node)
        guard let now = try? await reader.balance(at: known.head) else { return }
        let head = known.head
        var complete = head
        known.coins.searched.scope = Self.balances
        if let last = known.coins.balance, last.block < head, head - last.block <= Self.mostBlocks {
            guard let found = await reader.search(from: last, to: now) else { return }
            complete = found.end.block
            let range = last.block + 1...max(complete, last.block + 1)
            if complete > last.block, found.isComplete { await keep(found.movements, in: range, &known) }
        }
        // The last blocks are looked at again, because they may be replaced.
        let settled = min(
            complete,
            max(
                head > Self.unsettled ? head - Self.unsettled : 0, min(known.coins.balance?.block ?? head, head)))
        guard let balance = settled == head ? now : try? await reader.balance(at: settled) else { return }
        let before = known.coins
        known.coins.balance = balance
        if known.coins.searched.blocks.highest.map({ $0 + 1 < settled }) ?? true {
            // What happened before is not known.
            await chain.note(settled...settled, in: &known.coins.searched)
        }
        if known.coins != before { await keep([], in: .max...(.max), &known, isNew: false) }
    }

    // MARK: What is stored

    private func keep(
        _ movements: [NativeMovement], in blocks: ClosedRange<UInt64>, _ known: inout Known, isNew: Bool = true
    ) async {
        if isNew {
            let txids = Set(movements.map(\.txid))
            let others = known.movements.filter { !blocks.contains($0.block) && !txids.contains($0.txid) }
            known.movements = (others + movements).sorted { ($0.block, $0.txid) > ($1.block, $1.txid) }
            await chain.note(blocks, in: &known.coins.searched)
        }
        try? await store.keep(movements, of: id, in: blocks, known.coins)
    }

    /// Asks for the times of the newest movements.
    private func describe(_ known: inout Known) async {
        let times = await chain.times(of: known.movements.filter { $0.at == nil }.map(\.block))
        var changed: [NativeMovement] = []
        for place in known.movements.indices where known.movements[place].at == nil {
            guard let time = times[known.movements[place].block] else { continue }
            known.movements[place].at = time
            changed.append(known.movements[place])
        }
        if !changed.isEmpty { try? await store.update(changed, of: id) }
    }

    // MARK: Answers of nodes

    /// An address in an answer.
    static func address(_ json: JSON?) -> EthereumAddress? {
        json?.string.flatMap { try? EthereumAddress($0.lowercased()) }
    }

    /// Whether `text` is the hash of a transaction.
    static func isHash(_ text: String) -> Bool {
        text.utf8.count == 66 && text.hasPrefix("0x") && text.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    /// The scope of a search by balances.
    private static let balances = "balances"

    /// The blocks that are looked at again by balances; nodes keep the balances of few blocks.
    private static let unsettled: UInt64 = 12

    /// The maximum number of blocks that are looked at by balances at once; those before are left out.
    private static let mostBlocks: UInt64 = 4_096
}

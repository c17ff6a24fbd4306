package import Bridge

/// The methods of filters.
extension ChainWatches {
    /// What is new since the filter `id` was last asked: hashes of blocks, or logs (`eth_getFilterChanges`).
    ///
    /// - Throws: ``/Bridge/RPCError/Kind/expired`` if the page has no such filter.
    package func changes(_ id: String, for request: Request, isConnected: Bool) async throws(RPCError) -> JSON {
        guard var watch = watch(id, of: request.peer, isSubscription: false) else { throw Self.notFound }
        let origin = request.peer.origin
        watch.asked = time.now()
        update(watch)
        let head = try await self.head(of: watch.chain, for: origin, isConnected: isConnected)
        // If it is polled twice at once, each block is still returned once: the second continues after the first.
        guard var current = self.watch(id, of: request.peer, isSubscription: false) else { throw Self.notFound }
        guard current.next <= head else { return [] }
        let blocks: ClosedRange<UInt64>
        switch current.kind {
        case .blocks: blocks = current.next...min(head, current.next + limits.blocks - 1)
        case .logs(let criteria):
            guard let part = logBlocks(current, criteria, upTo: head) else {
                current.next = head + 1
                update(current)
                return []
            }
            blocks = part
        }
        current.next = blocks.upperBound + 1
        update(current)
        var failure: NodeError?
        do throws(RPCError) {
            let news = try await news(current.kind, in: blocks, on: current.chain, for: request, isConnected) {
                failure = $0
            }
            if var later = self.watch(id, of: request.peer, isSubscription: false) {
                later.widen(after: blocks)
                update(later)
            }
            return news
        } catch {
            // The next call requests these blocks again, in smaller parts if the node does not return this many.
            if var later = self.watch(id, of: request.peer, isSubscription: false) {
                later.next = min(later.next, blocks.lowerBound)
                if let failure { later.narrow(from: blocks, because: failure) }
                update(later)
            }
            throw error
        }
    }

    /// Everything that the filter `id` matches (`eth_getFilterLogs`).
    package func all(_ id: String, for request: Request, isConnected: Bool) async throws(RPCError) -> JSON {
        guard var watch = watch(id, of: request.peer, isSubscription: false), case .logs(let criteria) = watch.kind
        else { throw Self.notFound }
        watch.asked = time.now()
        update(watch)
        let answer = try await askNode(
            "eth_getLogs", [criteria.whole], on: watch.chain, for: request.peer.origin, isConnected)
        hold(answer, for: request)
        return answer.result
    }

    private func news(
        _ kind: Kind, in blocks: ClosedRange<UInt64>, on chain: Chain, for request: Request, _ isConnected: Bool,
        noting: (NodeError) -> Void
    ) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        switch kind {
        case .logs(let criteria):
            let answer = try await askNode(
                "eth_getLogs", criteria.parameters(blocks), on: chain, for: origin, isConnected, noting: noting)
            hold(answer, for: request)
            return answer.result
        case .blocks:
            var hashes: [JSON] = []
            for number in blocks {
                let block = try await ask(
                    "eth_getBlockByNumber", [.string(HexNumber.text(number)), false], on: chain, for: origin,
                    isConnected)
                guard let hash = block["hash"], NodeParameter.hash.accepts(hash) else {
                    throw RPCError(NodeError.malformed)
                }
                hashes.append(hash)
            }
            return .array(hashes)
        }
    }

    /// Sends a request to the node of `chain` for a site, within the site's rate limit; `noting` is called with the
    /// reason if the node gave no result.
    func ask(
        _ method: String, _ params: [JSON], on chain: Chain, for origin: Origin, _ isConnected: Bool,
        noting: (NodeError) -> Void = { _ in }
    ) async throws(RPCError) -> JSON {
        try await askNode(method, params, on: chain, for: origin, isConnected, noting: noting).result
    }

    private func askNode(
        _ method: String, _ params: [JSON], on chain: Chain, for origin: Origin, _ isConnected: Bool,
        noting: (NodeError) -> Void = { _ in }
    ) async throws(RPCError) -> SiteAnswer {
        try await chains.node(for: chain).ask(
            method, params, for: origin, isConnected: isConnected, on: chain, at: pace, noting: noting)
    }

    /// Keeps the permit of a long response until the site has received the response.
    private func hold(_ answer: SiteAnswer, for request: Request) {
        if let turn = answer.turn { keep?(turn, request) }
    }

    /// The error has the phrase and the code by which viem recognises that it must create another filter.
    static let notFound = RPCError(.expired, "The page has no filter with this id.", phrase: "filter not found")
}

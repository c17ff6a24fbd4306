public import Bitcoin
internal import Bridge
internal import Network

extension ElectrumServers {
    /// The bytes of several transactions, requested together.
    ///
    /// If all of them together are longer than a line may be, they are requested one by one.
    public func transactions(_ ids: [TransactionID]) async throws(CoinError) -> [[UInt8]?] {
        guard ids.count > 1 else { return try await oneByOne(ids) }
        let form = form
        do throws(CoinError) {
            let (answers, _) = try await answers(about: ids) {
                link, ids throws(CoinError) -> [Result<[UInt8], CoinError>]? in
                let answers = try await link.ask(
                    "blockchain.transaction.get", each: ids.map { [.string($0.description)] })
                return try Self.read(answers, of: ids) { Self.transaction($1, $0, form) }
            }
            return answers.map { try? $0.get() }
        } catch {
            guard error == .wire(.tooLarge) else { throw error }
            return try await oneByOne(ids)
        }
    }

    private func oneByOne(_ ids: [TransactionID]) async throws(CoinError) -> [[UInt8]?] {
        var all: [[UInt8]?] = []
        for id in ids {
            do throws(CoinError) {
                all.append(try await transaction(id))
            } catch {
                guard error.isAnswer else { throw error }
                all.append(nil)
            }
        }
        return all
    }

    /// The proven places of several transactions; the headers and the proofs are requested together.
    public func places(of claims: [MinedClaim]) async throws(CoinError) -> [BlockPlace?] {
        guard !claims.isEmpty else { return [] }
        let rules = rules
        let (places, _) = try await answers(about: claims) {
            link, claims throws(CoinError) -> [Result<BlockPlace, CoinError>]? in
            // The answers to both rounds can arrive in any order.
            async let askedHeaders = self.headers(at: Set(claims.map(\.height)), link)
            async let askedProofs = Self.proofs(of: claims, link)
            let (headers, proofs) = (try await askedHeaders.get(), try await askedProofs.get())
            var places: [Result<BlockPlace, CoinError>] = []
            for (claim, proof) in zip(claims, proofs) {
                // No trap: a dictionary.
                guard let header = headers[claim.height], case .success(let proof) = proof else {
                    places.append(.failure(.notFound))
                    continue
                }
                let isYoung = claim.height > rules.checkpoint?.height ?? -1
                // A false proof is not a missing one: such a server is no longer used.
                guard (isYoung ? rules : .anyTime).allow(header), proof.holds(for: claim.id.bytes, in: header) else {
                    return nil
                }
                places.append(.success(BlockPlace(height: claim.height, hash: header.hash, time: header.time)))
            }
            return places
        }
        return places.map { try? $0.get() }
    }

    /// The headers at `heights`; one that the server does not have is left out.
    private func headers(
        at heights: Set<Int>, _ link: ElectrumLink
    ) async -> Result<[Int: BlockHeader], CoinError> {
        var headers: [Int: BlockHeader] = [:]
        for height in heights { headers[height] = chain.header(at: height) }
        let unknown = heights.filter { headers[$0] == nil }.sorted()
        do throws(CoinError) {
            let answers = try await link.ask(
                "blockchain.block.header", each: unknown.map { [.number(JSONNumber($0))] })
            guard let found = try Self.read(answers, of: unknown, { ElectrumAnswer.header($1) }) else {
                throw .nonsense
            }
            for (height, header) in zip(unknown, found) { headers[height] = try? header.get() }
            return .success(headers)
        } catch {
            return .failure(error)
        }
    }

    private static func proofs(
        of claims: [MinedClaim], _ link: ElectrumLink
    ) async -> Result<[Result<MerkleProof, CoinError>], CoinError> {
        do throws(CoinError) {
            let answers = try await link.ask(
                "blockchain.transaction.get_merkle",
                each: claims.map { [.string($0.id.description), .number(JSONNumber($0.height))] })
            let proofs = try read(answers, of: claims) { ElectrumAnswer.proof($1, height: $0.height) }
            return proofs.map { .success($0) } ?? .failure(.nonsense)
        } catch {
            return .failure(error)
        }
    }

    /// The newest blocks, as far as their headers were checked and linked.
    public func newestBlocks() async -> NewestBlocks {
        // No trap: a height is at most 50,000,000 when it is read.
        let heights = max(0, chain.height - HeaderChain.depth)...max(0, chain.height)
        var hashes: [Int: [UInt8]] = [:]
        for height in heights { hashes[height] = chain.header(at: height)?.hash }
        return NewestBlocks(height: chain.height, hashes: hashes)
    }

    /// The newest block whose header is linked.
    public func newestTip() async -> ChainTip? {
        chain.tip.map { ChainTip(height: chain.height, header: $0) }
    }

    /// Each of the other servers alone.
    public func others() async -> [any CoinServer] { standbys }

    /// Uses the next server instead of the one in use.
    public func useNext() async {
        if let link = await standing() { await drop(link) }
    }

    /// The server at `address` alone.
    func companion(at address: LineAddress) -> ElectrumServers {
        if let known = companions[address] { return known }
        let companion = ElectrumServers(utxoChain, at: [address], dialer: dialer, rules: rules, timing: timing)
        companions[address] = companion
        return companion
    }

    /// The host and port of the server that answers now, or of the one that named the last transactions in its stead.
    public func source() async -> String? {
        if let standIn { return standIn.name }
        return await standing()?.address.name
    }

    /// The server in use, which has named its newest block.
    public func answeringServer() async throws(CoinError) -> String? {
        standIn = nil
        return try await askInUse { link throws(CoinError) in
            do throws(CoinError) {
                guard let tip = ElectrumAnswer.tip(try await link.ask("blockchain.headers.subscribe")) else {
                    return nil
                }
                try await self.join(tip, from: link)
                return .some(link.address.name)
            } catch {
                // A server that does not name its newest block is no source.
                guard case .refused = error else { throw error }
                return nil
            }
        }
    }
}

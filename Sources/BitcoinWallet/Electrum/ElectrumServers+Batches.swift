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
            return try await ask { link throws(CoinError) in
                let answers = try await link.ask(
                    "blockchain.transaction.get", each: ids.map { [.string($0.description)] })
                guard answers.count == ids.count else { return nil }
                var all: [[UInt8]?] = []
                for (id, answer) in zip(ids, answers) {
                    switch answer {
                    case .success(let value):
                        guard let bytes = value.string.flatMap(ElectrumAnswer.bytes),
                            (try? BitcoinTransaction(bytes, form: form))?.id == id
                        else { return nil }
                        all.append(bytes)
                    case .failure(.refused): all.append(nil)
                    case .failure(let error): throw error
                    }
                }
                return all
            }
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
        return try await ask { link throws(CoinError) in
            // The answers to both rounds can arrive in any order.
            async let askedHeaders = self.headers(at: Set(claims.map(\.height)), link)
            async let askedProofs = Self.proofs(of: claims, link)
            let (headers, proofs) = (try await askedHeaders.get(), try await askedProofs.get())
            guard proofs.count == claims.count else { return nil }
            var places: [BlockPlace?] = []
            for (claim, proof) in zip(claims, proofs) {
                guard let header = headers[claim.height], let proof else {
                    places.append(nil)
                    continue
                }
                let isYoung = claim.height > rules.checkpoint?.height ?? -1
                // A false proof is not a missing one: such a server is no longer used.
                guard (isYoung ? rules : .anyTime).allow(header), proof.holds(for: claim.id.bytes, in: header) else {
                    return nil
                }
                places.append(BlockPlace(height: claim.height, hash: header.hash, time: header.time))
            }
            return places
        }
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
            for (height, answer) in zip(unknown, answers) {
                switch answer {
                case .success(let value): headers[height] = ElectrumAnswer.header(value)
                case .failure(.refused): continue
                case .failure(let error): throw error
                }
            }
            return .success(headers)
        } catch {
            return .failure(error)
        }
    }

    private static func proofs(
        of claims: [MinedClaim], _ link: ElectrumLink
    ) async -> Result<[MerkleProof?], CoinError> {
        do throws(CoinError) {
            let answers = try await link.ask(
                "blockchain.transaction.get_merkle",
                each: claims.map { [.string($0.id.description), .number(JSONNumber($0.height))] })
            var proofs: [MerkleProof?] = []
            for (claim, answer) in zip(claims, answers) {
                switch answer {
                case .success(let value): proofs.append(ElectrumAnswer.proof(value, height: claim.height))
                case .failure(.refused): proofs.append(nil)
                case .failure(let error): throw error
                }
            }
            return .success(proofs)
        } catch {
            return .failure(error)
        }
    }

    /// The newest blocks, as far as their headers were checked and linked.
    public func newestBlocks() async -> NewestBlocks {
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
    public func others() async -> [any CoinServer] {
        guard addresses.count > 1 else { return [] }
        let inUse = preferred % addresses.count
        return addresses.enumerated().filter { $0.offset != inUse }.map { _, address in
            companion(at: address)
        }
    }

    /// The server at `address` alone.
    func companion(at address: LineAddress) -> ElectrumServers {
        if let known = companions[address] { return known }
        let companion = ElectrumServers(utxoChain, at: [address], dialer: dialer, rules: rules, timing: timing)
        companions[address] = companion
        return companion
    }

    /// The host and port of the server that answers now.
    public func source() async -> String? {
        await standing()?.address.name
    }

    /// The server in use, which has named its newest block.
    public func answeringServer() async throws(CoinError) -> String? {
        try await ask { link throws(CoinError) in
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

internal import Bitcoin
internal import Bridge
internal import Network

/// What happens to a question that the server in use refuses.
///
/// None of the questions has a refusal as its only right answer: what one server limits, lacks or does not support, another
/// one may have. So the others are asked, and the server stays in use for all other questions. Only what all of them refuse
/// is refused.
extension ElectrumServers {
    /// Asks the server in use; if it refuses, the others are asked, one after the other.
    ///
    /// - Throws: ``CoinError/notFound`` if one of them says that there is nothing, otherwise the refusal of the one in use.
    func ask<Answer: Sendable>(
        _ read: @Sendable (ElectrumLink) async throws(CoinError) -> Answer?
    ) async throws(CoinError) -> Answer {
        var refusal: CoinError
        do throws(CoinError) {
            return try await askInUse(read)
        } catch {
            guard error.isAnswer else { throw error }
            refusal = error
        }
        for other in standbys {
            do throws(CoinError) {
                return try await other.askInUse(read)
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                if error == .notFound { refusal = error }
            }
        }
        throw refusal
    }

    /// Asks the server in use about all `items` together, and the others about those that it refuses.
    ///
    /// - Returns: For each item its answer, or the refusal of all servers; and the last server that answered instead of the
    ///   one in use.
    func answers<Item: Sendable, Answer: Sendable>(
        about items: [Item],
        _ read: @Sendable (ElectrumLink, [Item]) async throws(CoinError) -> [Result<Answer, CoinError>]?
    ) async throws(CoinError) -> ([Result<Answer, CoinError>], standIn: LineAddress?) {
        var answers = try await askInUse { link throws(CoinError) in try await read(link, items) }
        guard answers.count == items.count else { throw .nonsense }
        var refused = answers.indices.filter { !answers[$0].isSuccess }
        var standIn: LineAddress?
        for other in standbys where !refused.isEmpty {
            let part = refused.map { items[$0] }
            let found: [Result<Answer, CoinError>]
            do throws(CoinError) {
                found = try await other.askInUse { link throws(CoinError) in try await read(link, part) }
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                continue
            }
            for (place, answer) in zip(refused, found) where answer.isSuccess {
                answers[place] = answer
                standIn = other.addresses.first
            }
            refused.removeAll { answers[$0].isSuccess }
        }
        return (answers, standIn)
    }

    /// All of `answers`.
    ///
    /// - Throws: The first refusal.
    static func complete<Answer>(_ answers: [Result<Answer, CoinError>]) throws(CoinError) -> [Answer] {
        var all: [Answer] = []
        for answer in answers { all.append(try answer.get()) }
        return all
    }

    /// Asks a server about each of `scripts`; `nil` if one of its answers is not valid.
    static func answers<Answer>(
        _ link: ElectrumLink, _ method: String, _ scripts: [ScriptHash], _ parse: (JSON) -> Answer?
    ) async throws(CoinError) -> [Result<Answer, CoinError>]? {
        let answers = try await link.ask(method, each: scripts.map { [.string($0.description)] })
        return try read(answers, of: scripts) { _, value in parse(value) }
    }

    /// The answers about `items`, each parsed or refused; `nil` if one of them is not valid.
    static func read<Item, Answer>(
        _ answers: [Result<JSON, CoinError>], of items: [Item], _ parse: (Item, JSON) -> Answer?
    ) throws(CoinError) -> [Result<Answer, CoinError>]? {
        guard answers.count == items.count else { return nil }
        var all: [Result<Answer, CoinError>] = []
        for (item, answer) in zip(items, answers) {
            switch answer {
            case .success(let value):
                guard let parsed = parse(item, value) else { return nil }
                all.append(.success(parsed))
            case .failure(.refused(let fault)): all.append(.failure(.refused(fault)))
            case .failure(let error): throw error
            }
        }
        return all
    }

    /// The servers that are not in use, each alone.
    var standbys: [ElectrumServers] {
        let inUse = preferred % max(addresses.count, 1)
        return distinct.filter { $0 != addresses[inUse] }.map { companion(at: $0) }
    }

    /// The addresses, each once.
    var distinct: [LineAddress] {
        addresses.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Result {
    /// Whether it is a value.
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

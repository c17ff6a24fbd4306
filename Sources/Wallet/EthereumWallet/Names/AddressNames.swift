import Bridge
package import Ethereum
package import WalletCore

/// The names of ENS that the owners of addresses chose, for what the wallet shows.
///
/// A name is verified in both directions before it counts (``NameResolver``). Nothing waits for a node: what is not known
/// in time is shown without a name. An owner can change it, so an approval has only those that a node has just told.
@MainActor package final class AddressNames {
    private struct Place: Hashable {
        let address: EthereumAddress
        let chainID: UInt64
    }

    private struct Answer {
        let name: String?
        let at: Duration
        let until: Duration
    }

    private let source: EthereumNames
    private let clock: WalletClock
    private var answers: [Place: Answer] = [:]
    private var questions: [Place: Task<Void, Never>] = [:]

    /// Creates names that are looked up by `source`, which knows whether and where to ask.
    package init(source: EthereumNames, clock: WalletClock) {
        self.source = source
        self.clock = clock
    }

    /// Starts to look up the names of `addresses` on `chain`, as far as they are not known.
    package func start(_ addresses: [EthereumAddress], on chain: Chain) { start(addresses, on: chain, within: nil) }

    /// Starts to look up those that were not told within `age`.
    private func start(_ addresses: [EthereumAddress], on chain: Chain, within age: Duration?) {
        guard source.canLookUp(on: chain) else { return forget() }
        for address in addresses {
            let place = Place(address: address, chainID: chain.id)
            guard answer(place, within: age) == nil, questions[place] == nil, questions.count < Self.mostQuestions
            else { continue }
            questions[place] = Task { [weak self, source] in
                do throws(NodeError) {
                    let name = try await source.name(of: address.description, on: chain)
                    self?.keep(name, for: place, until: name == nil ? .seconds(120) : .seconds(600))
                } catch {
                    // What was told before may no longer be right.
                    self?.keep(nil, for: place, until: .seconds(5))
                }
            }
        }
    }

    /// The names of `addresses` on `chain`, as far as a node has told them within the last minute, or tells them within
    /// `limit`.
    ///
    /// - Parameters:
    ///   - addresses: The addresses; only the first 20 are looked up.
    ///   - chain: The chain on which they are used.
    ///   - limit: How long to wait for the node at most.
    /// - Returns: The normalized names of those that have one.
    package func names(
        of addresses: [EthereumAddress], on chain: Chain, within limit: Duration = .seconds(1)
    ) async -> [EthereumAddress: String] {
        let wanted = addresses.prefix(Self.mostAddresses)
        start(Array(wanted), on: chain, within: Self.fresh)
        guard source.canLookUp(on: chain) else { return [:] }
        let open = wanted.compactMap { questions[Place(address: $0, chainID: chain.id)] }
        if !open.isEmpty { await wait(for: open, atMost: limit) }
        return known(Array(wanted), on: chain, within: Self.fresh + limit)
    }

    /// The names that are known now; no node is asked.
    package func known(_ addresses: [EthereumAddress], on chain: Chain) -> [EthereumAddress: String] {
        known(addresses, on: chain, within: nil)
    }

    private func known(
        _ addresses: [EthereumAddress], on chain: Chain, within age: Duration?
    ) -> [EthereumAddress: String] {
        guard source.isEnabled else { return [:] }
        var names: [EthereumAddress: String] = [:]
        for address in addresses {
            names[address] = answer(Place(address: address, chainID: chain.id), within: age)?.name
        }
        return names
    }

    /// A known name of another address that looks like `name`, but is not the same.
    func lookAlike(of name: String, at address: EthereumAddress) -> String? {
        let look = HostSkeleton.of(name)
        return answers.lazy.filter { $0.key.address != address }.compactMap(\.value.name)
            .first { $0 != name && HostSkeleton.of($0) == look }
    }

    private func wait(for questions: [Task<Void, Never>], atMost limit: Duration) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        let all = Task {
            for question in questions { await question.value }
            end.finish()
        }
        let timer = Task { [time = clock.time] in
            try? await time.sleep(limit)
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
        all.cancel()
    }

    private func answer(_ place: Place, within age: Duration?) -> Answer? {
        let now = clock.time.now()
        return answers[place].flatMap { answer in
            answer.until > now && age.map { now - answer.at <= $0 } ?? true ? answer : nil
        }
    }

    private func keep(_ name: String?, for place: Place, until age: Duration) {
        questions[place] = nil
        let now = clock.time.now()
        if answers.count >= Self.mostAnswers { answers = answers.filter { $0.value.until > now } }
        if answers.count >= Self.mostAnswers { answers = [:] }
        answers[place] = Answer(name: name, at: now, until: now + age)
    }

    private func forget() {
        for question in questions.values { question.cancel() }
        (questions, answers) = ([:], [:])
    }

    /// The age up to which an answer counts in an approval.
    private static let fresh = Duration.seconds(60)
    private static let mostAddresses = 20
    private static let mostQuestions = 20
    private static let mostAnswers = 500
}

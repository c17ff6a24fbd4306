public import Bridge

/// The chains that the wallet knows, and the one that each site is on.
@MainActor public final class ChainBook {
    /// The chains, in the order in which they are offered.
    public let chains: [Chain]

    private let initial: Chain
    private var choices: [Origin: Chain] = [:]

    /// Creates a book; every site begins on `initial`.
    public init(_ chains: [Chain] = Chain.wellKnown, initial: Chain = .ethereum) {
        self.chains = chains
        self.initial = initial
    }

    /// The chain that pages of `origin` are on.
    public func chain(of origin: Origin) -> Chain {
        choices[origin] ?? initial
    }

    /// The chain with the number `id`, where the wallet knows it.
    public func chain(id: UInt64) -> Chain? {
        chains.first { $0.id == id }
    }

    /// Puts pages of `origin` on `chain`.
    public func choose(_ chain: Chain, for origin: Origin) {
        choices[origin] = chain
    }
}

package import Bridge

/// The batches of calls that sites have sent (EIP-5792), until the program ends.
@MainActor package final class CallBundles {
    /// One batch.
    package struct Bundle: Sendable {
        /// The ID, unique for the site.
        package let id: String

        /// The chain.
        package let chain: Chain

        /// The transactions that were sent, in order of the calls.
        package var hashes: [String]

        /// The number of calls.
        package let count: Int

        /// Creates a batch.
        package init(id: String, chain: Chain, hashes: [String] = [], count: Int) {
            self.id = id
            self.chain = chain
            self.hashes = hashes
            self.count = count
        }
    }

    private var bundles: [Origin: [Bundle]] = [:]

    /// Creates an empty collection.
    package init() {}

    /// The batch that pages of `origin` sent with `id`.
    package func bundle(_ id: String, of origin: Origin) -> Bundle? {
        bundles[origin]?.last { $0.id.utf8.elementsEqual(id.utf8) }
    }

    /// Adds a batch; the oldest ones of the site are forgotten.
    package func add(_ bundle: Bundle, of origin: Origin) {
        bundles[origin] = (bundles[origin] ?? []).suffix(Self.mostOfSite - 1) + [bundle]
        guard bundles.count > Self.mostSites, let other = bundles.keys.first(where: { $0 != origin }) else { return }
        bundles[other] = nil
    }

    /// An ID that no page can guess.
    package static func randomID() -> String { "0x\(RandomName.make())" }

    private static let mostOfSite = 200
    private static let mostSites = 200
}

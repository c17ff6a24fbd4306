package import Bridge
package import WalletCore

/// The batches of calls that sites have sent (EIP-5792), so that a site can ask for at least 24 hours what happened to
/// them.
@MainActor package final class CallBundles {
    /// One batch.
    package struct Bundle: Hashable, Sendable {
        /// The ID, unique for the site.
        package let id: String

        /// The chain ID.
        package let chain: UInt64

        /// The transactions that were sent, in order of the calls.
        package var hashes: [String]

        /// The number of calls.
        package let count: Int

        /// When it was sent, in seconds since 1970.
        package let at: Int64

        /// Creates a batch.
        package init(id: String, chain: UInt64, hashes: [String] = [], count: Int, at: Int64) {
            self.id = id
            self.chain = chain
            self.hashes = hashes
            self.count = count
            self.at = at
        }
    }

    /// A site wants the user to see what happened to a batch.
    package let shows = Listeners<Peer>()

    private let copy: StoredCopy<[Origin: [Bundle]]>
    private let store: (any CallBundleStore)?

    /// Creates an empty collection, which is lost when the program ends.
    package init() { (copy, store) = (StoredCopy([:]), nil) }

    /// Creates a collection with the batches in `store`, which stores every other one.
    package init(keptBy store: any CallBundleStore) throws(JournalError) {
        self.store = store
        copy = try StoredCopy(of: store) { () throws(JournalError) in try store.load() }
    }

    /// The batch that pages of `origin` sent with `id`.
    package func bundle(_ id: String, of origin: Origin) -> Bundle? {
        (try? copy.read())?[origin]?.last { $0.id.utf8.elementsEqual(id.utf8) }
    }

    /// Adds a batch, which is on disk when it returns, if it can be stored; the oldest ones of the site are forgotten.
    package func add(_ bundle: Bundle, of origin: Origin) async {
        // If it cannot be stored, only the status of the batch is unknown after a restart.
        try? await copy.change { bundles in
            bundles[origin] = (bundles[origin] ?? []).suffix(Self.mostOfSite - 1) + [bundle]
            if bundles.count > Self.mostSites, let other = bundles.keys.first(where: { $0 != origin }) {
                bundles[other] = nil
            }
        } _: { [store] () async throws(JournalError) in
            try await store?.keep(bundle, of: origin)
        }
    }

    /// An ID that no page can guess.
    package static func randomID() -> String { "0x\(RandomName.make())" }

    /// The maximum number of batches of a site.
    package nonisolated static let mostOfSite = 200

    /// How long a batch is stored at least, in seconds.
    package nonisolated static let age: Int64 = 7 * 86_400

    private static let mostSites = 200
}

/// Stores batches of calls across restarts.
package protocol CallBundleStore: VersionedStore {
    /// The stored batches of each site, the oldest first.
    func load() throws(JournalError) -> [Origin: [CallBundles.Bundle]]

    /// Stores a batch; those that are older than ``CallBundles/age``, and the oldest of a site that has too many, are
    /// removed. It is on disk when the function returns.
    func keep(_ bundle: CallBundles.Bundle, of origin: Origin) async throws(JournalError)
}

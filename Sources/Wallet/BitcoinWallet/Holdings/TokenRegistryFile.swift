package import Bitcoin
package import Bridge
package import Foundation
import Messages
package import Network
package import Primitives

/// The user's registry of token names on disk, which the user sets from a file or a URL.
package struct TokenRegistryFile: Sendable {
    private let url: URL
    private let now: @Sendable () -> Int64

    /// Creates the registry in the file at `url`; it need not exist.
    package init(_ url: URL, now: @escaping @Sendable () -> Int64 = CoinSender.systemTime) {
        self.url = url
        self.now = now
    }

    /// What differs once the registry was replaced or removed.
    package var stamp: FileStamp? { FileStamp(url.path) }

    /// The stored registry; `nil` if there is none, or it cannot be read.
    ///
    /// It may be large, so it is read away from the main thread.
    @concurrent package func load() async -> TokenRegistry? {
        Self.bytes(of: url).flatMap { TokenRegistry($0, at: now()) }
    }

    /// Removes the stored registry.
    ///
    /// - Throws: Why it is still there.
    package func remove() throws(RPCError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        guard (try? FileManager.default.removeItem(at: url)) != nil else {
            throw RPCError(.failed, sentence: localizable("The registry could not be removed."))
        }
    }

    /// Replaces the registry by the one in another file.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    package func update(from file: URL) throws(RPCError) -> TokenRegistry {
        guard let bytes = Self.bytes(of: file) else {
            throw RPCError(
                .invalidParameters, sentence: localizable("The file could not be read, or is too large."))
        }
        return try replace(by: bytes)
    }

    /// Replaces the registry by the one at an https address; its server learns only that the registry is requested.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    package func update(from address: String, through sender: any HTTPSender) async throws(RPCError) -> TokenRegistry {
        guard address.hasPrefix("https://"), (try? Origin(ofURL: address)) != nil else {
            throw RPCError(
                .invalidParameters, sentence: localizable("The address of the registry must begin with https://."))
        }
        let response: HTTPResponse?
        do throws(NetworkError) {
            response = try await sender.send(
                HTTPRequest(.get, address, timeLimit: .seconds(60), sizeLimit: TokenRegistry.mostBytes))
        } catch {
            response = nil
        }
        guard let response, response.status == 200 else {
            throw RPCError(.failed, sentence: localizable("The registry could not be fetched."))
        }
        return try replace(by: response.body, atLeast: (await load()?.count ?? 0) / 2)
    }

    /// Replaces the registry, unless a server hides most of it: the new one must have at least this many tokens.
    private func replace(by bytes: [UInt8], atLeast least: Int = 0) throws(RPCError) -> TokenRegistry {
        guard let registry = TokenRegistry(bytes, at: now()) else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("This is not a registry of token metadata (BCMR, version 2)."))
        }
        guard registry.count >= least else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    """
                    The registry at this address has less than half of the tokens of the stored one. Remove the stored \
                    registry first if this is intended.
                    """))
        }
        let folder = url.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard (try? Data(bytes).write(to: url, options: .atomic)) != nil else {
            throw RPCError(.failed, sentence: localizable("The registry could not be saved."))
        }
        return registry
    }

    private static func bytes(of url: URL) -> [UInt8]? {
        try? PlainFile.read(url.path, limit: TokenRegistry.mostBytes)
    }
}

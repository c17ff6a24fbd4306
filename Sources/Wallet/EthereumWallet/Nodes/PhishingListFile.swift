package import Bridge
package import Foundation
import Messages
package import Network
package import Primitives
package import WalletCore

/// The user's phishing list on disk, which the user updates from a file or a URL.
package struct PhishingListFile: Sendable {
    private let url: URL

    /// Creates the list in the file at `url`; it need not exist.
    package init(_ url: URL) { self.url = url }

    /// What differs once the list was replaced or removed.
    package var stamp: FileStamp? { FileStamp(url.path) }

    /// The stored list; `nil` if there is none, or it cannot be read.
    ///
    /// A list may be large, so it is read away from the main thread.
    @concurrent package func load() async -> PhishingList? { Self.bytes(of: url).flatMap { PhishingList($0) } }

    /// Removes the stored list.
    ///
    /// - Throws: Why it is still there.
    package func remove() throws(RPCError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        guard (try? FileManager.default.removeItem(at: url)) != nil else {
            throw RPCError(.failed, sentence: localizable("The list could not be removed."))
        }
    }

    /// Replaces the list by the one in another file.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    package func update(from file: URL) throws(RPCError) -> PhishingList {
        guard let bytes = Self.bytes(of: file) else {
            throw RPCError(
                .invalidParameters, sentence: localizable("The file could not be read, or is too large."))
        }
        return try replace(by: bytes)
    }

    /// Replaces the list by the one in another file, away from the main thread.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    @concurrent package func read(from file: URL) async throws(RPCError) -> PhishingList { try update(from: file) }

    /// Replaces the list by the one at an https address, away from the main thread; its server learns only that the list
    /// is requested.
    ///
    /// - Throws: Why it was not replaced; then the old one stays.
    @concurrent package func update(
        from address: String, through sender: any HTTPSender
    ) async throws(RPCError) -> PhishingList {
        guard address.hasPrefix("https://"), let endpoint = try? Endpoint(address) else {
            throw RPCError(
                .invalidParameters, sentence: localizable("The address of the list must begin with https://."))
        }
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await sender.send(
                HTTPRequest(
                    .get, endpoint.url, timeLimit: .seconds(60), sizeLimit: PhishingList.mostBytes))
        } catch {
            throw RPCError(.failed, sentence: localizable("The list could not be fetched."))
        }
        guard response.status == 200 else {
            throw RPCError(.failed, sentence: localizable("The list could not be fetched."))
        }
        return try replace(by: response.body, atLeast: (await load()?.count ?? 0) / 2)
    }

    /// Replaces the list, unless a server hides most of it: the new one must have at least this many sites.
    private func replace(by bytes: [UInt8], atLeast least: Int = 0) throws(RPCError) -> PhishingList {
        guard let list = PhishingList(bytes) else {
            throw RPCError(
                .invalidParameters, sentence: localizable("This is not a list in the format of eth-phishing-detect."))
        }
        guard list.count >= least else {
            throw RPCError(
                .failed,
                sentence: localizable(
                    """
                    The list at this address has less than half of the sites of the stored one. Remove the stored list \
                    first if this is intended.
                    """))
        }
        let folder = url.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard (try? Data(bytes).write(to: url, options: .atomic)) != nil else {
            throw RPCError(.failed, sentence: localizable("The list could not be saved."))
        }
        return list
    }

    private static func bytes(of url: URL) -> [UInt8]? {
        try? PlainFile.read(url.path, limit: PhishingList.mostBytes)
    }
}

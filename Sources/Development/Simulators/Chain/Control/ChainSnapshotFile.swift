internal import Bridge
internal import Foundation
internal import Primitives

/// A file with the states of simulated chains: a line with the SHA-256 of the rest, and a JSON object by the names of the
/// chains.
package struct ChainSnapshotFile: Sendable {
    /// The maximum size in bytes.
    private static let largest = 1 << 28

    /// The maximum number of values in it.
    private static let most = 1 << 22

    private let path: String

    /// Creates a file, which need not exist.
    package init(_ path: String) { self.path = path }

    /// Reads the states.
    ///
    /// - Returns: Whether the file exists.
    /// - Throws: ``SimulatorError/snapshot(path:_:)`` if it is damaged, or of other chains.
    package func read(into ledgers: [any SimulatedLedger]) async throws(SimulatorError) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, size <= Self.largest,
            let file = FileHandle(forReadingAtPath: path)
        else { throw .snapshot(path: path, "it cannot be read, or has more than 256 MiB") }
        let bytes = [UInt8]((try? file.read(upToCount: Self.largest)) ?? Data())
        guard bytes.count > 65, bytes[64] == 0x0A,
            Hex.decode(String(decoding: bytes[..<64], as: UTF8.self)) == SHA256.hash(bytes[65...]).bytes
        else { throw .snapshot(path: path, "it is not complete, or was changed") }
        guard let states = try? JSON(parsing: Array(bytes[65...]), rules: JSONRules(values: Self.most)) else {
            throw .snapshot(path: path, "it is no snapshot")
        }
        for ledger in ledgers {
            guard let state = states[ledger.name] else {
                throw .snapshot(path: path, "it has no state of the chain “\(ledger.name)”")
            }
            do throws(SimulatorError) {
                try await ledger.load(state)
            } catch {
                throw .snapshot(path: path, error.reason)
            }
        }
        return true
    }

    /// Writes the states; the old file stays if that fails.
    ///
    /// - Throws: ``SimulatorError/file(_:)``.
    package func write(_ ledgers: [any SimulatedLedger]) async throws(SimulatorError) {
        var states = JSONObject()
        for ledger in ledgers { states[ledger.name] = await ledger.saved() }
        let bytes = JSON.object(states).bytes
        let head = Array((Hex.encode(SHA256.hash(bytes).bytes) + "\n").utf8)
        guard (try? Data(head + bytes).write(to: URL(filePath: path), options: .atomic)) != nil else {
            throw .file(path)
        }
    }
}

import Foundation
import class GRDB.Database
@testable import Store
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A folder for one test, which goes with it.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "drawbridge-store-\(UUID().uuidString)")
        path = url.path
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The store's file.
    var file: URL { URL(filePath: "\(path)/\(Store.name)") }

    /// The permissions of what lies at `path` in the folder.
    func mode(_ name: String = "") throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

extension TransactionRecord {
    /// A transaction with something in every field of its kind.
    static func sample(_ txid: String, chain: String = "eip155:1", state: State = .signed) -> TransactionRecord {
        TransactionRecord(
            chain: chain, txid: txid, raw: [0x02, 0xF8, 0x00], from: "0xAb",
            kind: chain.hasPrefix("eip155:") ? .ethereum(nonce: .max) : .utxo(spends: ["c:1", "b:0"]),
            what: "Send 1 ETH", origin: "https://shop.example", at: 1_700_000_000, state: state)
    }
}

extension Table {
    /// Writes before it returns.
    func writeNow<Value>(_ body: (Database) throws -> Value) throws -> Value { try pool.write(body) }
}

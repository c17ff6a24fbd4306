import BigInt
import Bridge
import ClearSigning
import Ethereum
import Foundation
import Primitives
import TestSupport

/// The descriptors of the repository, and their tests in the registry.
enum DescriptorVectors {
    /// A call or a message, with the texts that a device showed.
    struct Entry {
        let name: String
        let call: ContractCall?
        let message: TypedData?
        let expected: [String]

        func display(_ book: DescriptorBook, tokens: [String: Token]) -> Display? {
            let chainID = call?.chainID ?? message?.chainID ?? 0
            let context = DisplayContext(coin: DescriptorVectors.coins[chainID] ?? "ETH") { address in
                tokens["\(chainID):\(address)"]
            }
            return call.flatMap { book.display($0, context: context) }
                ?? message.flatMap { book.display($0, context: context) }
        }

        /// Whether each displayed line is among the expected texts, the label directly before the value.
        ///
        /// Spaces are ignored, because a device breaks lines anywhere; it uses a 12-hour clock and truncates long
        /// values. Its own lines, such as the maximum fee, are shown among those of the descriptor.
        func expects(_ display: Display) -> Bool {
            let shown = expected.joined().filter { !$0.isWhitespace }
            return display.rows.allSatisfy { row in
                let line = (row.label + DescriptorVectors.deviceText(row.text)).filter { !$0.isWhitespace }
                if shown.contains(line) { return true }
                guard line.utf8.count > 80, let start = shown.range(of: line.prefix(80)),
                    let cut = shown[start.lowerBound...].range(of: "...More")
                else { return false }
                return line.hasPrefix(shown[start.lowerBound..<cut.lowerBound])
            }
        }
    }

    /// The symbols of the coins on the chains of the tests.
    static let coins: [UInt64: String] = [1: "ETH", 56: "BNB", 137: "POL", 43_114: "AVAX", 100: "xDAI", 250: "FTM"]

    static func book() throws -> DescriptorBook {
        DescriptorBook(files: try files(in: "../../../Sources/Wallet/EthereumWallet/Registry"))
    }

    static func tokens() throws -> [String: Token] {
        var tokens: [String: Token] = [:]
        for entry in try Vectors.json("erc7730/tokens.json").array ?? [] {
            guard let chainID = entry["chainId"]?.number?.integer, let text = entry["address"]?.string,
                let address = try? EthereumAddress(text.lowercased()), let symbol = entry["symbol"]?.string,
                let decimals = entry["decimals"]?.number?.integer,
                let token = Token(chainID: UInt64(chainID), address: address, symbol: symbol, decimals: decimals)
            else { continue }
            tokens["\(chainID):\(address)"] = token
        }
        return tokens
    }

    static func tests() throws -> [Entry] {
        try files(in: "Vectors/erc7730").sorted { $0.key < $1.key }.flatMap { path, bytes -> [Entry] in
            guard path.hasSuffix(".tests.json") else { return [] }
            let tests = try JSON(parsing: bytes)["tests"]?.array ?? []
            return tests.enumerated().map { index, test in
                let message = test["data"].flatMap { try? TypedData($0) }
                return Entry(
                    name: "\(path.replacing("/tests", with: "").replacing(".tests.json", with: ""))#\(index)",
                    call: test["rawTx"]?.string.flatMap(call), message: message,
                    expected: test["expectedTexts"]?.array?.compactMap(\.string) ?? [])
            }
        }
    }

    /// The call in an unsigned transaction: an RLP list, preceded by a type byte if it is typed.
    static func call(_ hex: String) -> ContractCall? {
        guard let bytes = Hex.decode(hex), let first = bytes.first else { return nil }
        let isTyped = first < 0x80
        guard let fields = try? RLP(isTyped ? Array(bytes.dropFirst()) : bytes).elements else { return nil }
        let start = first == 2 ? 5 : first == 1 ? 4 : 3
        guard fields.count > start + 2, let to = fields[start].content, let value = fields[start + 1].content,
            let data = fields[start + 2].content, let address = try? EthereumAddress(bytes: to)
        else { return nil }
        // In an unsigned EIP-155 transaction the chain ID follows the data; in a signed one it is part of v.
        let number = number(isTyped ? fields[0].content : fields.count > 6 ? fields[6].content : nil)
        let chainID =
            !isTyped && number > 36 && fields.count == 9 && fields[7].content?.count == 32 ? (number - 35) / 2 : number
        let sender = try? SignedTransaction(raw: bytes).sender
        return ContractCall(
            chainID: chainID, from: sender, to: address, value: BigUInt(Data(value)), data: data)
    }

    private static func number(_ bytes: [UInt8]?) -> UInt64 {
        (bytes ?? []).suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The device's spelling of one of the wallet's texts.
    static func deviceText(_ text: String) -> String {
        for unknown in [" base units of an unknown token", " base unit of an unknown token"]
        where text.hasSuffix(unknown) {
            return text.dropLast(unknown.count) + " ???"
        }
        if text.hasSuffix(" (unknown token)") { return text.replacing(" (unknown token)", with: " ???") }
        guard text.hasSuffix(" UTC"), let hour = Int(text.dropFirst(11).prefix(2)) else { return text }
        let half = hour % 12 == 0 ? 12 : hour % 12
        let time = "\(half < 10 ? "0" : "")\(half)\(text.dropFirst(13).prefix(6)) \(hour < 12 ? "AM" : "PM") UTC"
        return "\(text.prefix(11))\(time)"
    }

    private static func files(in folder: String) throws -> [String: [UInt8]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: folder).standardizedFileURL
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".json") {
            files[path] = Array(try Data(contentsOf: root.appending(path: path)))
        }
        return files
    }
}

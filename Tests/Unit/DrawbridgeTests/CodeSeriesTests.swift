import Bitcoin
import Foundation
import HeadlessWallet
import Primitives
import QRWriter
import Testing
import UniformResources

@testable import WalletTerminal
@testable import WalletWindow

@Suite struct CodeSeriesTests {
    /// A transaction with a number of coins, each with a previous transaction that no two share.
    private static func psbt(coins: Int) throws -> PSBT {
        let script = Destination.witness(version: 0, program: [UInt8](repeating: 7, count: 20)).script
        let none = try #require(TransactionID(String(repeating: "01", count: 32)))
        let previous = (0..<coins).map { place in
            BitcoinTransaction(
                inputs: [.init(OutPoint(none, UInt32(place)))],
                outputs: [Output(UInt64(10_000 + place), to: script), Output(5_000, to: script)])
        }
        var psbt = try PSBT(
            BitcoinTransaction(
                inputs: previous.map { .init(OutPoint($0.id, 0)) }, outputs: [Output(9_000, to: script)]))
        for (place, transaction) in previous.enumerated() {
            try psbt.add(previous: transaction, toInput: place)
            try psbt.add(witnessOutput: transaction.outputs[0], toInput: place)
        }
        return psbt
    }

    private static func collected(_ texts: some Sequence<String>) throws -> PSBT? {
        var codes = CodeCollector { _, _ in nil }
        for text in texts {
            guard let content = try codes.receive(text) else { continue }
            guard case .psbt(let psbt) = try PSBTCollector.content(of: content) else { return nil }
            return psbt
        }
        return nil
    }

    @Test(arguments: [1, 20, 500], [CodeSeries.Form.ur, .bbqr])
    func `each size of transaction fits into codes of one size, and is read again`(
        coins: Int, form: CodeSeries.Form
    ) async throws {
        let psbt = try Self.psbt(coins: coins)
        let series = try CodeSeries(psbt, form)
        #expect(try Self.collected(series.texts.reversed()) == psbt)
        if form == .ur { #expect(try Self.collected(series.texts.map { $0.lowercased() }) == psbt) }
        let codes = await series.codes()
        #expect(codes.count == series.texts.count)
        #expect(Set(codes.map(\.side)).count == 1)
        #expect(series.texts.allSatisfy { QRCode(alphanumeric: $0, version: 27) != nil })
    }

    @Test func `mixtures replace codes that were missed`() throws {
        let psbt = try Self.psbt(coins: 20)
        let series = try CodeSeries(psbt, .ur)
        let missed = series.texts.enumerated().filter { $0.offset != 3 && $0.offset != 7 }.map(\.element)
        #expect(try Self.collected(missed) == psbt)
    }

    @Test func `a transaction that is too large for a form is refused`() throws {
        let small = try CodeSeries(Self.psbt(coins: 1), .base64)
        #expect(small.texts.count == 1)
        #expect(try Self.collected(small.texts) == Self.psbt(coins: 1))
        #expect(throws: WalletError.self) { try CodeSeries(Self.psbt(coins: 20), .base64) }
        let large = try Self.psbt(coins: 2_400)
        #expect(throws: WalletError.self) { try CodeSeries(large, .ur) }
        #expect(throws: WalletError.self) { try CodeSeries(large, .bbqr) }
    }

    @Test func `other contents are refused`() throws {
        for content: CodeCollector.Content in [
            .resource(UniformResource(type: "crypto-seed", .bytes([1]))),
            .resource(UniformResource(psbt: [1, 2, 3])), .bbqr(.psbt, [1]), .bbqr(.transaction, [1]), .text("hello"),
            .text("0011"), .text(""),
        ] {
            #expect(throws: WalletError.self) { try PSBTCollector.content(of: content) }
        }
        let transaction = try Self.psbt(coins: 1).transaction
        let hex = Hex.encode(transaction.bytes(.witness))
        guard case .signed(transaction) = try PSBTCollector.content(of: .text(hex)) else {
            Issue.record("not a transaction")
            return
        }
    }
}

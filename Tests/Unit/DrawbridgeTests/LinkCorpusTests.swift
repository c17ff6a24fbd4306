import ArgumentParser
import BigInt
import Bitcoin
import Bridge
import Foundation
import HeadlessWallet
import SumUp
import TestSupport
import Testing
import WalletConnect
import WalletConnectPay
import WalletCore

@testable import WalletWindow

/// Links and files from public specifications, tests and pages, through each door: each has one outcome, the same at all
/// doors, or a part that stops it.
@Suite struct LinkCorpusTests {
    private struct Group: Decodable {
        let source: String
        let cases: [Case]
    }

    struct Case: Decodable, CustomStringConvertible {
        let link: String
        /// The outcome.
        let `is`: String
        /// The asset, the recipient and the amount of a payment.
        let asset, address, units: String?
        /// A part of the sentence, the kind of a connection, the ID of a payment, or an amount.
        let part: String?
        /// `other` if a page's click on it is not for this wallet.
        let page: String?

        var description: String { link }
    }

    private static func groups() throws -> [Group] { try Vectors.read("links/links.json") }

    private static func isPayment(_ link: String) -> Bool { PaymentPermissions.opens(link, PaymentSettings()) }

    private static func sentence(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as RPCError {
            return error.sentence
        } catch {
            return "\(error)"
        }
    }

    @Test func `each link has its outcome at each door`() throws {
        let groups = try Self.groups()
        var count = 0
        for group in groups {
            #expect(!group.source.isEmpty)
            for each in group.cases {
                count += 1
                try Self.check(each)
            }
        }
        #expect(count >= 360)
        Suites.record("links", cases: count)
    }

    private static func check(_ each: Case) throws {
        let link = EnteredText.trimmed(each.link)
        let read = WalletLink(each.link, isPayment: isPayment)
        let comment: Comment = "\(each.link) is \(read), wanted \(each.is)"
        switch each.is {
        case "payment":
            #expect(read == .asked(link), comment)
            let asked = try? AskedPayment(link)
            #expect(asked?.assets.first == asset(each.asset), "\(each.link)")
            #expect(asked?.address.lowercased() == each.address?.lowercased(), "\(each.link)")
            #expect(asked?.units == each.units.flatMap { BigUInt($0) }, "\(each.link)")
        case "stopped payment":
            #expect(read == .asked(link), comment)
            let sentence = sentence { _ = try AskedPayment(link) }
            #expect(sentence.map { $0.contains(each.part ?? $0) } == true, "\(each.link): \(sentence ?? "no fault")")
        case "connection":
            #expect(read == .connection(link), comment)
            let connection = try? ConnectionLink(link, now: 1_700_000_000)
            #expect(connection.map { "\($0)".prefix(while: \.isLetter) } == each.part?[...], "\(each.link)")
        case "stopped connection":
            #expect(read == .connection(link), comment)
            #expect(throws: WalletConnectError.self, "\(each.link)") { try ConnectionLink(link, now: 1_700_000_000) }
        case "service payment":
            #expect(read == .payment(link), comment)
            #expect((try? PaymentLink(link))?.id.text == each.part, "\(each.link)")
        case "card payment":
            #expect(read == .card(link), comment)
            let amount = (try? SumUpRequest(parsing: link))?.amount
            #expect(amount.map { "\($0.text) \($0.currency.code)" } == each.part, "\(each.link)")
        case "stopped card payment":
            #expect(read == .card(link), comment)
            #expect(throws: SumUpError.self, "\(each.link)") { try SumUpRequest(parsing: link) }
        case "answer": #expect(read == .answer(link), comment)
        case "page": #expect(read == .page(link), comment)
        case "refused":
            guard case .refused(let reason) = read else {
                Issue.record(comment)
                return
            }
            #expect(each.part.map { reason.contains($0) } ?? true, "\(each.link): \(reason)")
        default: Issue.record("\(each.link) is \(read)")
        }
        checkDoors(each, link, read)
    }

    /// An asset by its identifier, or the coin of a test network by the network's name.
    private static func asset(_ text: String?) -> AssetID? {
        let utxoChain = UTXOChain.allCases.first { $0.rawValue == text }
        return utxoChain?.coin ?? text.flatMap { AssetID($0) }
    }

    /// The other doors: a page, the address field and the forms, the desktop, and the commands of the terminal.
    private static func checkDoors(_ each: Case, _ link: String, _ read: WalletLink) {
        let (page, typed) = (
            WalletLink(ofPage: link, isPayment: isPayment), WalletLink(typed: each.link, isPayment: isPayment)
        )
        let isOpened = (try? OpenCommand.parse([each.link])) != nil
        let isConnected = (try? ConnectCommand.parse([each.link])) != nil
        switch read {
        case .asked, .payment:
            #expect(page == read && typed == read && isOpened && isConnected, "\(each.link)")
        case .connection:
            #expect(page == (each.page == nil ? read : nil) && typed == read && isOpened, "\(each.link)")
            // Without the time, which is checked when it is used.
            #expect(isConnected == ((try? ConnectionLink(link, now: 0)) != nil), "\(each.link)")
        case .card:
            // Only a page opens it; every other door names the command, or the part that stops it.
            let reason = WalletLink.cardReason(of: link)
            #expect(page == read && typed == .refused(reason) && !isOpened && !isConnected, "\(each.link)")
            let command = (try? SumUpRequest(parsing: link)).map { "`drawbridge sumup pay \($0.amount)`" }
            #expect(reason.contains(command ?? "not valid"), "\(each.link): \(reason)")
        case .page: #expect(page == nil && typed == nil && isOpened && !isConnected, "\(each.link)")
        case .answer: #expect(page == nil && typed == nil && isOpened && !isConnected, "\(each.link)")
        case .refused(let reason):
            #expect(page == nil || page == read, "\(each.link)")
            #expect(typed == nil || typed == read, "\(each.link)")
            #expect(!isOpened && !isConnected, "\(each.link)")
            #expect(PageLinks.refusal(of: link, read).hasSuffix(reason), "\(each.link)")
            #expect(WalletLink.sentence(about: link, reason).count < 400, "\(each.link)")
        }
    }

    private struct Files: Decodable {
        let invalid, valid: [String]
    }

    private struct Pair: Decodable {
        let original, parts: String
    }

    @Test func `each file of the specifications is read from its two forms, or refused`() throws {
        let files: [Files] = [
            try Vectors.read("bip174/vectors.json", target: "BitcoinTests"),
            try Vectors.read("bip371/vectors.json", target: "BitcoinTests"),
        ]
        let pairs: [Pair] = try Vectors.read("bip370/embit.json", target: "BitcoinTests")
        let valid = files.flatMap(\.valid) + pairs.flatMap { [$0.original, $0.parts] }
        for text in valid {
            let psbt = try PSBTFile.read(text: text)
            let bytes = try #require(Data(base64Encoded: text))
            #expect(try PSBTFile.read(bytes: Array(bytes)) == psbt)
            #expect(try PSBTFile.read(bytes: Array(text.utf8)) == psbt)
            #expect(psbt.base64 == text)
        }
        let invalid = files.flatMap(\.invalid)
        for text in invalid {
            #expect(throws: WalletError.self, "\(text)") { try PSBTFile.read(text: text) }
            #expect(throws: WalletError.self, "\(text)") { try PSBTFile.read(bytes: Array(text.utf8)) }
        }
        #expect(valid.count + invalid.count == 94)
    }
}

import BigInt
import Bitcoin
import Bridge
import Testing

@testable import BitcoinWallet
@testable import WalletCore

/// The history as files for other programs.
@Suite struct HistoryExportTests {
    private static let account = AccountID("bip122:000000000019d6689c085ae165831e93:bc1qexample")

    private func item(note: String = "", others: [String] = ["bc1qother"]) throws -> HistoryItem {
        let account = try #require(Self.account)
        let asset = HeldAsset(AssetID(coin: 0, on: account.chain), symbol: "BTC", decimals: 8, isVouchedFor: true)
        return HistoryItem(
            account, txid: "ab", at: 1_700_000_000, changes: [AssetChange(asset, -12_345)], others: others,
            fee: AssetChange(asset, -345), state: .confirmed(3), note: note, origin: "https://shop.example")
    }

    @Test func `each change is a record with an exact amount and a time in UTC`() throws {
        #expect(
            HistoryExport.csv([try item(note: "rent")]) == """
                time,account,txid,state,confirmations,asset,symbol,amount,fee,addresses,description,note,origin\r
                2023-11-14T22:13:20Z,bip122:000000000019d6689c085ae165831e93:bc1qexample,ab,confirmed,3,\
                bip122:000000000019d6689c085ae165831e93/slip44:0,BTC,-0.00012345,0.00000345,bc1qother,,rent,\
                https://shop.example\r\n
                """)
    }

    @Test func `separators, quotation marks and line breaks are quoted`() throws {
        let text = HistoryExport.csv([try item(note: "a \"b\", c\r\nd;e")])
        #expect(text.contains(#""a ""b"", c"#))
        #expect(text.contains("d;e\","))
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "=HYPERLINK(\"https://evil.example\")", "|cmd",
        "%0A=1", "\u{FF1D}1", "\u{A0}=1",
    ])
    func `a text that could be a formula begins with an apostrophe`(_ text: String) throws {
        let csv = HistoryExport.csv([try item(note: text)])
        let quoted = text.unicodeScalars.contains { ",\"\r\n;\t".unicodeScalars.contains($0) }
        let escaped = text.replacing("\"", with: "\"\"")
        #expect(csv.contains(quoted ? ",\"'\(escaped)\"," : ",'\(escaped),"))
    }

    @Test func `amounts keep their sign without an apostrophe`() throws {
        #expect(HistoryExport.csv([try item()]).contains(",-0.00012345,"))
    }

    @Test func `JSON has the same records, with amounts as texts`() throws {
        let json = HistoryExport.json([try item(note: "=1")])
        #expect(json[0]?["amount"] == "-0.00012345")
        #expect(json[0]?["note"] == "=1")
        #expect(json[0]?["confirmations"] == "3")
    }

    @Test func `a transaction without a change is one record`() throws {
        let account = try #require(Self.account)
        let item = HistoryItem(account, txid: "ab", at: nil, changes: [], state: .dropped(.declined))
        let lines = HistoryExport.csv([item]).split(separator: "\r\n")
        #expect(lines.count == 2)
        #expect(lines[1].contains("dropped"))
    }
}

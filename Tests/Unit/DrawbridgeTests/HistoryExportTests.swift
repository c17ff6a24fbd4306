import ArgumentParser
import BigInt
import Bitcoin
import BitcoinWallet
import Bridge
import Testing
import WalletCore
import WalletUI
@testable import HeadlessWallet
@testable import WalletTerminal
@testable import WalletWindow

@Suite struct HistoryExportTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("-1.5 ETH", "'-1.5 ETH"), ("-12.5", "-12.5"), ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("a,b", "\"a,b\""),
        ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\r\nlines", "\"two\r\nlines\""), ("\tx", "\"'\tx\""),
        ("|cmd", "'|cmd"), (" =1", "' =1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("%0A=1", "'%0A=1"), ("d;e", "\"d;e\""),
    ])
    func `a cell is quoted, and never a formula`(text: String, cell: String) {
        #expect(HistoryExport.cell(text) == cell)
    }

    @Test func `a transaction is exported with exact amounts`() throws {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let ether = HeldAsset(AssetID(coin: 60, on: account.chain), symbol: "ETH", decimals: 18, isVouchedFor: true)
        let item = HistoryItem(
            account, txid: "0xff", at: 0, changes: [AssetChange(ether, -BigInt("1500000000000000000"))],
            others: ["0x02"], what: "Send 1.5 ETH", state: .confirmed(3), note: "=Rent", origin: nil)
        let json = CommandCoding.json(ListedTransaction(item, isTest: false))
        #expect(json["time"]?.string == "1970-01-01T00:00:00Z")
        #expect(json["changes"]?[0]?["units"]?.string == "-1500000000000000000")
        #expect(json["confirmations"]?.number?.integer == 3)
        let lines = HistoryExport.text(of: [ListedTransaction(item, isTest: false)], as: .csv).split(separator: "\r\n")
        #expect(lines.count == 2)
        #expect(
            lines.last == "1970-01-01T00:00:00Z,eip155:1,0x01,0xff,confirmed,3,Send 1.5 ETH,ETH -1.5,0x02,,'=Rent,,,")
    }

    @Test func `a filter takes each state that is listed, and one word for all that never got into a block`() {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let dropped: [HistoryItem.State] = [
            .dropped(.replaced(by: "0x02")), .dropped(.abandoned), .dropped(.declined), .dropped(.refused),
        ]
        for state in [.pending, .unknown, .confirmed(1), .failed] + dropped {
            let item = HistoryItem(account, txid: "0xff", at: 0, changes: [], state: state)
            let listed = ListedTransaction(item, isTest: false).state
            let allowing = HistoryFilter.StateKind.allCases.filter { kind in
                var filter = HistoryFilter()
                filter.state = kind
                return filter.allows(item)
            }
            #expect(allowing.map(\.rawValue) == [listed] + (dropped.contains(state) ? ["dropped"] : []))
        }
    }

    @Test func `a search finds the symbols of what arrived or left`() {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let coin = HeldAsset(AssetID(coin: 60, on: account.chain), symbol: "ETH", decimals: 18, isVouchedFor: true)
        let item = HistoryItem(account, txid: "0xff", at: 0, changes: [AssetChange(coin, 1)], state: .confirmed(1))
        var filter = HistoryFilter()
        filter.text = "eth"
        #expect(filter.allows(item))
        filter.text = "BTC"
        #expect(!filter.allows(item))
    }

    @Test func `an unknown outcome is a state of its own everywhere`() throws {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        var item = HistoryItem(account, txid: "0xff", at: 0, changes: [], what: "Send 1 ETH", state: .unknown)
        item.replies = [
            BroadcastReply("https://a.example", .refused("The fee is too low.")),
            BroadcastReply("https://b.example", .silent),
        ]
        let json = CommandCoding.json(ListedTransaction(item, isTest: false))
        #expect(json["state"] == "unknown")
        #expect(json["servers"]?[0]?["reason"] == "The fee is too low.")
        #expect(json["servers"]?[1]?["outcome"] == "noAnswer")
        #expect(HistoryExport.text(of: [ListedTransaction(item, isTest: false)], as: .csv).contains(",0xff,unknown,"))
        let details = HistoryScreens(accounts: [], now: 0).details(of: item, raw: nil, explorer: nil)
        #expect(details.rows.first?.value == .trusted("Unknown outcome: no server is known to have it"))
        #expect(
            details.rows.filter { $0.label == "Sent to" }.map(\.value) == [
                .exact("https://a.example"), .exact("https://b.example"),
            ])
        #expect(
            HistoryFilter.StateKind.unknown.contains(.unknown) && !HistoryFilter.StateKind.pending.contains(.unknown))
        // What a command prints, and how it ends.
        let sent = SentTransaction("0xff", on: account.chain, item.replies, doubt: "It may be on its way.")
        let printed = CommandCoding.json(sent)
        #expect(printed["state"] == "unknown" && printed["sentence"] == "It may be on its way.")
        #expect(
            CommandCoding.json(SentTransaction("0xff", on: account.chain, [], doubt: nil)).text
                == #"{"txid":"0xff","chain":"eip155:1","state":"sent","servers":[]}"#)
        #expect(throws: WalletError(.unknown, "It may be on its way.")) {
            try TerminalClient.tell(sent, TerminalOptions.parse([]))
        }
        #expect([.failed, .locked, .rejected, .unknown, .usage].map(\WalletError.Kind.status) == [1, 2, 3, 4, 64])
    }

    @Test
    func
        `what arrived and left is in the terminal's line, with the sign and the symbol in quotation marks if it is unknown`()
    {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        let coin = HeldAsset(AssetID(coin: 60, on: account.chain), symbol: "ETH", decimals: 2, isVouchedFor: true)
        let fake = HeldAsset(AssetID(coin: 61, on: account.chain), symbol: "ETH", decimals: 0, isVouchedFor: false)
        func line(_ changes: [AssetChange], what: TransactionRecord.Summary? = nil) -> String {
            let item = HistoryItem(account, txid: "0xff", at: 0, changes: changes, what: what, state: .confirmed(1))
            return HistoryCommand.what(ListedTransaction(item, isTest: false))
        }
        #expect(line([AssetChange(coin, 50)]) == "+0.5 ETH")
        #expect(line([AssetChange(coin, -50), AssetChange(fake, 7)]) == "-0.5 ETH, +7 “ETH”")
        #expect(line([AssetChange(coin, -50)], what: "Send 0.5 ETH.") == "Send 0.5 ETH.")
        #expect(line([]) == "-")
    }

    @Test func `the user's own note is shown as it was typed, and only what nobody can see is escaped`() throws {
        let account = AccountID(chain: ChainID(eip155: 1), address: "0x01")
        func detail(_ note: String) throws -> String {
            let item = HistoryItem(account, txid: "0xff", at: nil, changes: [], state: .pending, note: note)
            let screens = HistoryScreens(accounts: [], now: 0)
            return try #require(screens.list([item], HistoryFilter()).choices.first?.detail?.text)
        }
        #expect(try detail("rent \"May\", “half”").contains("rent \"May\", “half”"))
        #expect(try detail("a\u{202E}b").contains("a⟨U+202E⟩b"))
        #expect(Quotation.bare("Zoë") == "Zoë")
        #expect(Quotation.bare("a\tb") == "“a⟨U+0009⟩b”")
        #expect(Quotation.own(String(repeating: "x", count: 100), limit: 10) == "xxxxxxxxx…")
    }

    @Test func `an item that only the node of a site reports says so everywhere`() throws {
        let account = AccountID(chain: ChainID(eip155: 990_099), address: "0x01")
        let coin = HeldAsset(AssetID(coin: 60, on: account.chain), symbol: "X", decimals: 18, isVouchedFor: false)
        let item = HistoryItem(
            account, txid: "0xff", at: 0, changes: [AssetChange(coin, 1)], state: .confirmed(1),
            nodeSite: "https://dapp.example")
        #expect(
            CommandCoding.json(ListedTransaction(item, isTest: false))["nodeSite"]?.string == "https://dapp.example")
        let csv = HistoryExport.text(of: [ListedTransaction(item, isTest: false)], as: .csv)
        #expect(csv.hasPrefix("time,") && csv.contains(",nodeSite\r\n") && csv.hasSuffix(",https://dapp.example\r\n"))
        let screens = HistoryScreens(accounts: [], now: 0)
        let line = try #require(screens.list([item], HistoryFilter()).choices.first?.detail?.text)
        #expect(line.contains("according to the node set by “https://dapp.example”"))
        let details = screens.details(of: item, raw: nil, explorer: nil)
        #expect(details.paragraphs.contains { $0.tone == .caution && $0.text.hasPrefix("Only the node that") })
        #expect(details.rows.contains { $0.label == "Node set by" && $0.value == .untrusted("https://dapp.example") })
        // A transaction that the wallet signed exists; what became of it is the word of the node.
        let signed = HistoryItem(
            account, txid: "0xff", at: 0, changes: [], what: "Send 1 X", state: .pending
        ).moving(item)
        #expect(signed.nodeSite == "https://dapp.example")
        let paragraphs = screens.details(of: signed, raw: nil, explorer: nil).paragraphs
        #expect(paragraphs.contains { $0.text.hasPrefix("The state of this transaction") })
        // One from a node of the user does not.
        let own = HistoryItem(account, txid: "0xff", at: 0, changes: [], state: .pending)
        #expect(CommandCoding.json(ListedTransaction(own, isTest: false))["nodeSite"] == nil)
        #expect(!screens.details(of: own, raw: nil, explorer: nil).rows.contains { $0.label == "Node set by" })
    }
}

@Suite struct ExplorerSettingTests {
    @Test(arguments: [
        "", "explorer.example/{txid}", "https://explorer.example/tx/", "javascript:alert({txid})",
        "https://explorer.example/{txid}/{other}", "https://explorer.example/\u{202E}{txid}",
        "file:///{txid}", "https:///{txid}", "https://{txid}",
    ])
    func `an address that is none of an explorer is refused`(template: String) {
        #expect(Settings.problem(explorer: template) != nil)
    }

    @Test func `explorers and the answer about servers are read back`() throws {
        var settings = Settings()
        settings.explorers = ["eip155:1": "https://explorer.example/tx/{txid}"]
        settings.isServerQuestionAnswered = true
        #expect(try Settings(parsing: settings.text) == settings)
        for text in [
            #"{"serversChosen": 1}"#, #"{"explorers": []}"#, #"{"explorers": {"1": "https://e.example/{txid}"}}"#,
            #"{"explorers": {"eip155:1": "https://e.example/"}}"#,
        ] {
            #expect(throws: WalletError.self) { try Settings(parsing: Array(text.utf8)) }
        }
    }
}

import Bridge
import Testing

@testable import WalletConnect

@Suite struct SessionMethodTests {
    private typealias Row = (SessionMethod, String, tag: Int, lifetime: Int64, prompts: Bool, answer: Int, kept: Int64)

    private static let table: [Row] = [
        (.pairingDelete, "wc_pairingDelete", 1000, 86_400, false, 1001, 86_400),
        (.pairingPing, "wc_pairingPing", 1002, 30, false, 1003, 30),
        (.propose, "wc_sessionPropose", 1100, 300, true, 1101, 300),
        (.settle, "wc_sessionSettle", 1102, 300, false, 1103, 300),
        (.update, "wc_sessionUpdate", 1104, 86_400, false, 1105, 86_400),
        (.extend, "wc_sessionExtend", 1106, 86_400, false, 1107, 86_400),
        (.request, "wc_sessionRequest", 1108, 300, true, 1109, 300),
        (.event, "wc_sessionEvent", 1110, 300, true, 1111, 300),
        (.delete, "wc_sessionDelete", 1112, 86_400, false, 1113, 86_400),
        (.ping, "wc_sessionPing", 1114, 30, false, 1115, 30),
        (.authenticate, "wc_sessionAuthenticate", 1116, 3_600, true, 1117, 3_600),
    ]

    @Test func `the table of methods is that of the specification`() {
        #expect(Self.table.map(\.0) == SessionMethod.allCases)
        for row in Self.table {
            #expect(row.0.rawValue == row.1)
            #expect(row.0.request == .init(tag: row.tag, lifetime: row.lifetime, prompts: row.prompts))
            #expect(row.0.response == .init(tag: row.answer, lifetime: row.kept, prompts: false))
        }
    }

    @Test func `rejections have tags of their own`() {
        #expect(SessionMethod.propose.response(rejectedBy: .user).tag == 1120)
        #expect(SessionMethod.propose.response(rejectedBy: .automatic).tag == 1121)
        #expect(SessionMethod.authenticate.response(rejectedBy: .user).tag == 1118)
        #expect(SessionMethod.authenticate.response(rejectedBy: .automatic).tag == 1119)
        #expect(SessionMethod.request.response(rejectedBy: .user).tag == 1109)
        #expect(SessionMethod.unknownResponse == .init(tag: 0, lifetime: 86_400, prompts: false))
    }

    @Test(arguments: [
        (Int64?.none, Int64(300)), (1_000, 300), (1_300, 300), (1_301, 301), (605_800, 604_800), (605_801, 604_800),
        (0, 300), (.max, 604_800), (.min, 300),
    ])
    func `the relay keeps a request until it expires, within bounds`(expiry: Int64?, lifetime: Int64) {
        #expect(SessionMethod.request.request(expiringAt: expiry, now: 1_000).lifetime == lifetime)
        #expect(SessionMethod.propose.request(expiringAt: expiry, now: 1_000).lifetime == 300)
    }

    @Test func `each side sends its methods`() {
        #expect(SessionMethod.allCases.filter { $0.sender == .app } == [.propose, .request, .authenticate])
        #expect(SessionMethod.allCases.filter { $0.sender == .wallet } == [.settle, .update, .extend, .event])
        #expect(
            SessionMethod.allCases.filter(\.isOfPairing) == [.pairingDelete, .pairingPing, .propose, .authenticate])
        #expect(SessionMethod.allCases.filter { !$0.isAnsweredReliably } == [.pairingDelete, .event, .delete])
    }
}

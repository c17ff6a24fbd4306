import Bitcoin
import Bridge
import Testing

@testable import BitcoinWallet

/// What the error of a server means for a transaction.
@Suite struct BroadcastOutcomeTests {
    private static func outcome(_ code: Int?, _ message: String) -> BroadcastOutcome {
        BroadcastOutcome(
            ElectrumFault(["code": code.map { .number(JSONNumber($0)) } ?? .null, "message": .string(message)]))
    }

    @Test(
        arguments: [
            // ElectrumX, Fulcrum, electrs, and servers in front of them.
            (-32_603, "internal error"), (-32_603, "internal server error"),
            (-32_603, "Internal error: signature cache"),
            (1, "internal error: unsupported version of the database"), (-102, "server busy - request timed out"),
            (-102, "server busy"), (-101, "excessive resource usage"), (-32_603, "bitcoind request timed out"),
            (2, "daemon error: request timeout"), (nil, "too many requests"), (-32_000, "rate limit exceeded"),
            (1, "bitcoind is temporarily unreachable"), (2, "daemon is warming up"), (429, ""), (nil, ""),
            (1, "Your wallet is out of date."), (-32_005, "limit exceeded"), (502, "bad gateway"),
            (1, "service unavailable: tokens of this key are used up"), (-32_603, "dusty disk: i/o error"),
        ] as [(Int?, String)])
    func `an error that is not about the transaction leaves its outcome unknown`(code: Int?, message: String) {
        #expect(Self.outcome(code, message) == .unknown)
    }

    @Test(
        arguments: [
            (1, "the transaction was rejected by network rules.\n\nsomething new\n[00]", .other),
            (1, "the transaction was rejected by network rules.\n\nversion\n[00]", .notStandard),
            (-32_603, "internal error: min relay fee not met, 10 < 226", .feeTooLow),
            (2, "daemon error: RPC error: {code: -26, message: \"dust\"}", .dust),
            (2, "sendrawtransaction RPC error -26: {\"code\":-26,\"message\":\"scriptpubkey\"}", .notStandard),
            (2, "daemon error: DaemonError({'code': -22, 'message': 'TX decode failed.'})", .other),
            (1, "dust", .dust), (1, "mempool full", .busy), (-32_601, "unknown method", .other),
            (-32_602, "invalid params", .other), (1, "bad-txns-premature-spend-of-coinbase", .other),
            (1, "txn-mempool-conflict", .conflict), (nil, "66: mempool min fee not met", .feeTooLow),
        ] as [(Int?, String, BroadcastOutcome.Refusal)])
    func `a reason that a node gives only for a transaction that it did not take means that it was rejected`(
        code: Int?, message: String, refusal: BroadcastOutcome.Refusal
    ) {
        #expect(Self.outcome(code, message) == .refused(refusal))
    }
}

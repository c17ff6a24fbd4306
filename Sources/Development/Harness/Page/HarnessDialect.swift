import Bridge
import CDevelopmentPages
import WebHost

/// The dialect between a test page and the harness: `{method, params}`, with the response `{result}` or `{error}`.
///
/// It is added to the wallet's dialects only in the harness's own views.
struct HarnessDialect: Dialect {
    static let title = "harness"

    let name = HarnessDialect.title
    let tag = UInt8(ascii: "T")

    func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        guard let members = try? JSON(parsing: message, rules: limits.rules).object,
            let method = members["method"]?.string
        else { return .refusal(RPCError(.malformed, "This is not a message to the harness."), Self.noID) }
        return .call(Call(method: method, params: members["params"] ?? .null), ReplyID(id: .null, command: method))
    }

    func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
        switch outcome {
        case .success(let result):
            JSON.object(["result": result]).bytes
        // Locking ends every request, including the one that locks.
        case .failure(let error) where error.kind == .locked && replyID.command == "lock":
            JSON.object(["result": .null]).bytes
        case .failure(let error):
            JSON.object(["error": .string(error.message)]).bytes
        }
    }

    private static let noID = ReplyID(id: .null, command: "")
}

/// The methods of the harness for test pages.
enum HarnessMethod: String, CaseIterable {
    // The progress of the tests.
    case start, begin, skip, end, done, error, log

    // Control of the wallet and its user: `t.wallet`.
    case approve, reject, always, type, hold, release, questions, disconnect, setChain, lock, unlock

    // Control of the simulated chain: `t.chain`.
    case chain
}

extension PageDialect {
    /// The test interface: `test(name, body)` in the page's world, injected before any script of the page.
    static func harness(timeout: Duration, filter: String?) -> PageDialect {
        PageDialect(
            HarnessDialect(),
            modules: [drawbridge_compare_js(), drawbridge_assertions_js(), drawbridge_harness_js()].map {
                Array(String(cString: $0).utf8)
            },
            installer: "installHarness",
            options: [
                "timeout": .number(JSONNumber(timeout.milliseconds)), "filter": .string(filter ?? ""),
            ])
    }
}

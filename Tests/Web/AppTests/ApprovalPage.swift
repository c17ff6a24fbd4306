import Bridge
import Foundation
import Harness
import WalletWindow
import WalletUI
import WebHost
import WindowTesting

/// A page that requests several kinds of approvals in a window with real dialogs, and the responses that it gets.
@MainActor enum ApprovalPage {
    static let phrase = "amber-heron-22"

    static let source = PageFile.text("approvals.html")

    /// A clock by which an error is shown for an hour, so that only its page can end it before.
    private static let patientTime = TimeSource(now: TimeSource.system.now) { duration in
        try await TimeSource.system.sleep(duration < .seconds(10) ? duration : .seconds(3_600))
    }

    /// Shows the page at `url`, with an engine that is out of date if `isEngineOld`.
    static func show(_ url: String, isEngineOld: Bool = false) async throws {
        let window = BrowserWindow()
        let mark = PhraseMark(SecurityPhrase(phrase) ?? .random())
        let approver = ApprovalPresenter(parent: window, notice: nil, mark: mark, time: patientTime)
        if isEngineOld {
            // 2026-11-28.
            let notice = EngineNotice(WebEngine(major: 2, minor: 50, micro: 6)) {
                Date(timeIntervalSince1970: 1_795_867_200)
            }
            window.showNotice(NoticeID("engine"), notice.sentence ?? "")
            approver.pageCaution = notice.monthlyCaution(in: nil)
        }
        let gate = Gate(approver: approver)
        let dispatcher = RequestDispatcher(handler: Router(["ethereum": ["ask": Method(gate: gate)]]), gate: gate)
        var options = WebView.Options()
        options.dialects = [.ethereum(name: "Demo", icon: "data:image/svg+xml,<svg/>", domain: "org.example.demo")]
        let view = WebView(dispatcher: dispatcher, profile: Profile(), options: options)
        window.show(view)
        view.load(url)
        try await Task.sleep(for: .seconds(3_600))
        window.close()
    }

    private struct Method: Handler {
        let gate: Gate

        func handle(_ request: Request) async throws(RPCError) -> JSON {
            let kind = request.params[0]?.string ?? ""
            _ = try await gate.ask(Subject(kind: kind), for: request) { subject, _ throws(RPCError) in
                // As long as a server that does not answer.
                if kind == "slow" { try? await Task.sleep(for: .seconds(60)) }
                return subject
            }
            switch kind {
            case "fail": throw RPCError(.failed, "The node refused the transaction.")
            case "send": return .string("0x" + String(repeating: "5a", count: 32))
            case "two":
                _ = try await gate.ask(Subject(kind: "second"), for: request)
                return true
            default: return true
            }
        }
    }

    private struct Subject: Approvable {
        let kind: String
        var payload: [UInt8] { Array(kind.utf8) }

        func approval() -> Approval { ApprovalPage.approval(kind) }
    }

    fileprivate nonisolated static func approval(_ kind: String) -> Approval {
        var approval = Approval("Approve what is \(kind).", verb: "Do it")
        let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
        approval.rows = [
            Approval.Row("Account", .exact(address), note: "Savings", role: .account),
            Approval.Row("Network", .trusted("Ethereum"), role: .network),
            Approval.Row("To", .exact(address), note: "new", role: .recipient),
            Approval.Row("To", .exact(address), role: .detail),
            Approval.Row("Amount", .trusted("1 ETH"), role: .amount),
            Approval.Row("Network fee", .trusted("about 0.001 ETH"), role: .fee),
        ]
        approval.adjustments = [
            Adjustment(
                id: "pace", label: "Network fee", value: "normal",
                choices: [.init("normal", label: "Normal"), .init("fast", label: "Fast")], role: .fee),
            Adjustment(id: "nonce", label: "Nonce", value: "5", isAdvanced: true),
        ]
        approval.fields = (0..<40).map { Approval.Field(path: "field \($0)", value: "value \($0)") }
        if kind == "send" { approval.doneSentence = "Sent." }
        if kind == "danger" { approval.warnings = [Approval.Warning(.danger, "This takes everything.")] }
        return approval
    }
}

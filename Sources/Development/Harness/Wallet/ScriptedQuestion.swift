import Bridge

/// One question to a test's user, and its result.
@MainActor final class ScriptedQuestion {
    /// The state of the question.
    enum State: Equatable {
        case open
        case decided(Decision)

        /// The request ended before the answer.
        case withdrawn
    }

    let approval: Approval
    let origin: Origin
    private let question: PendingApproval
    private(set) var state = State.open
    private var continuation: CheckedContinuation<Decision, Never>?

    init(_ question: PendingApproval) {
        self.question = question
        approval = question.approval
        origin = question.peer.origin
    }

    var isOpen: Bool { state == .open }

    /// Waits for the answer.
    func decision() async -> Decision {
        switch state {
        case .open: await withCheckedContinuation { continuation = $0 }
        case .decided(let decision): decision
        case .withdrawn: .rejected
        }
    }

    func settle(_ decision: Decision) {
        end(.decided(decision), decision)
    }

    /// Withdraws the question, because the request ended.
    func withdraw() {
        end(.withdrawn, .rejected)
    }

    private func end(_ state: State, _ decision: Decision) {
        guard isOpen else { return }
        self.state = state
        continuation?.resume(returning: decision)
        continuation = nil
    }

    /// The question as a test sees it.
    var json: JSON {
        [
            "origin": .string(origin.description),
            "claim": question.claim.map { .string($0.title) } ?? .null,
            "sentence": .string(approval.sentence),
            "verb": .string(approval.verb),
            "level": .string("\(approval.level)"),
            "rows": .array(approval.rows.map(Self.json)),
            "warnings": .array(
                approval.warnings.map { ["level": .string("\($0.level)"), "text": .string($0.text)] }),
            "fields": .array(
                approval.fields.map {
                    ["path": .string($0.path), "type": .string($0.type), "value": .string($0.value)]
                }),
            "payload": .string(Self.hexadecimal(approval.payload)),
            "entry": approval.entry.map { ["label": .string($0.label), "initial": .string($0.initial)] } ?? .null,
            "waiting": .number(JSONNumber(question.waiting)),
            "state": .string(name),
        ]
    }

    private var name: String {
        switch state {
        case .open: "open"
        case .withdrawn: "withdrawn"
        case .decided(.rejected), .decided(.rejectedAll): "rejected"
        case .decided(.adjusted): "adjusted"
        case .decided(.approved): "approved"
        }
    }

    private static func json(_ row: Approval.Row) -> JSON {
        let voice =
            switch row.value {
            case .trusted: "ours"
            case .exact: "exact"
            case .untrusted: "theirs"
            }
        return [
            "label": .string(row.label), "value": .string(row.value.text), "voice": .string(voice),
            "note": row.note.map { .string($0) } ?? .null,
        ]
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: Array("0x".utf8) + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

import Bridge

/// Link's `requestValue`: a text that the user types for the site.
///
/// `openValueRequest` true asks the user; false answers with what was typed for the site before.
final class RequestValue: Handler {
    private let desk: Desk
    private var values: [Origin: String] = [:]

    init(_ desk: Desk) {
        self.desk = desk
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let opens = request.params["openValueRequest"]?.bool else {
            throw RPCError(.malformed, "“openValueRequest” must be true or false.")
        }
        let origin = request.peer.origin
        guard opens else {
            guard let value = values[origin] else {
                throw RPCError(.rejected, "The user has not entered a value for this site.")
            }
            return ["value": .string(value)]
        }
        var approval = Approval("\(origin.site) asks you to enter a value.", verb: "Send to site")
        approval.entry = Approval.Entry(label: "Value")
        approval.rows = [Approval.Row("It gets", .ours("exactly what you type, and nothing else."))]
        approval.warnings =
            desk.warnings(about: request) + [
                Approval.Warning(.caution, "Never enter a password or recovery words: no site needs them.")
            ]
        let consent = try await desk.gate.ask(approval, for: request)
        let value = consent.entry ?? ""
        values[origin] = value
        return ["value": .string(value)]
    }
}

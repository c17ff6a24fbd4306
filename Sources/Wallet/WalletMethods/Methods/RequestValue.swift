import Bridge
import Messages
import WalletCore

/// Link's `requestValue`: text that the user types for the site.
///
/// If `openValueRequest` is true, it asks the user; if it is false, it returns the text that was last typed for the
/// site.
final class RequestValue: Method {
    let names = ["requestValue"]
    let access = MethodAccess.open
    private let gate: Gate
    private let siteWarnings: SiteWarnings
    private var values: [Origin: String] = [:]

    init(gate: Gate, siteWarnings: SiteWarnings) {
        self.gate = gate
        self.siteWarnings = siteWarnings
    }

    func parse(_ request: Request) throws(RPCError) -> Bool {
        guard let opens = request.params["openValueRequest"]?.bool else {
            throw RPCError(.malformed, "“openValueRequest” must be true or false.")
        }
        return opens
    }

    func run(_ opens: Bool, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        guard opens else {
            guard let value = values[origin] else {
                throw RPCError(.rejected, "The user has not entered a value for this site.")
            }
            return ["value": .string(value)]
        }
        let consent = try await gate.ask(
            ValueRequest(site: origin.site, warnings: siteWarnings.warnings(about: request)), for: request)
        let value = consent.entry ?? ""
        values[origin] = value
        return ["value": .string(value)]
    }
}

/// Text that a site asks the user to type.
struct ValueRequest: Approvable {
    /// The site's name, as used in sentences.
    let site: String

    /// The warnings about the site.
    let warnings: [Approval.Warning]

    func approval() -> Approval {
        var approval = Approval(
            localized("\(site, as: "site") asks you to enter a value."), verb: localized("Send to site"))
        approval.entry = Approval.Entry(label: localized("Value"))
        approval.rows = [
            Approval.Row(
                localized("Data"), .trusted(localized("The site receives exactly what you type, and nothing else.")))
        ]
        approval.warnings =
            warnings + [
                Approval.Warning(
                    .caution, localized("Never enter a password or a recovery phrase. Sites do not need them."))
            ]
        return approval
    }
}

internal import Bridge
internal import CDevelopmentPages
internal import LocalServer
internal import Synchronization

/// The hosted form for data about the payer: its page and files, and the handling of submitted data.
struct FormSite {
    let api: GatewayAPI

    /// The header fields of all responses of the form's host.
    private static let headers: [ServedRequest.Field] = [
        .init("X-Frame-Options", "DENY"), .init("X-Content-Type-Options", "nosniff"),
        .init("Referrer-Policy", "no-referrer"), .init("Cache-Control", "no-store"),
        .init(
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; \
            frame-ancestors 'none'; base-uri 'none'
            """),
    ]

    /// The page for the payment and the accounts in its URL.
    func page(_ request: ServedRequest) -> ServedAnswer {
        guard let payment = request.parameter("pid"), let accounts = Self.accounts(request.parameter("accounts")),
            plan(of: payment, for: accounts) != nil
        else {
            return Self.guarded(.text("There is no such form.", status: 404))
        }
        return Self.guarded(.text(String(cString: drawbridge_form_html()), type: "text/html; charset=utf-8"))
    }

    /// A file of the page.
    static func file(_ name: String) -> ServedAnswer {
        name == "form.js"
            ? guarded(.text(String(cString: drawbridge_form_js()), type: "text/javascript; charset=utf-8"))
            : guarded(.text(String(cString: drawbridge_form_css()), type: "text/css; charset=utf-8"))
    }

    /// Handles the submitted data; the response says which message the page sends, and to which bridge first.
    func submit(_ request: ServedRequest) throws(SimulatorError) -> ServedAnswer {
        let body = try CallBody.object(request)
        guard let payment = body["pid"]?.string, let accounts = Self.accounts(body["accounts"]?.string),
            let plan = plan(of: payment, for: accounts)
        else { throw .unknownPayment }
        var values: [String: String] = [:]
        for member in body["fields"]?.object?.members ?? [] {
            guard let value = member.value.string else { throw .shape("fields: strings") }
            values[member.key] = value
        }
        let message = JSON.string(plan.message.rawValue)
        if let field = CollectCheck.fault(in: values) {
            return Self.guarded(.json(["error": .string("Please check \(field)."), "message": message]))
        }
        switch plan.ending {
        case .error:
            return Self.guarded(.json(["error": "Your details could not be checked.", "message": message]))
        case .complete:
            try api.books.change(payment) { payment throws(SimulatorError) in payment.addVerified(accounts) }
        case .lie: break
        }
        return Self.guarded(.json(["message": message]))
    }

    /// The form of a payment; `nil` if the payment needs no form or does not exist.
    private func plan(of payment: String, for accounts: [AccountText]) -> CollectPlan? {
        let chains = Set(accounts.map(\.chain))
        return api.books.withLock { books in
            guard let plan = books.payments[payment]?.plan else { return nil }
            let wanted = plan.options.filter { chains.contains($0.asset.chainID) }.compactMap(\.collect)
            return ([plan.collect].compactMap { $0 } + wanted).first { $0.kind != .fields }
        }
    }

    private static func accounts(_ text: String?) -> [AccountText]? {
        let parts = text?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        let accounts = parts.compactMap { AccountText(String($0)) }
        return accounts.isEmpty || accounts.count != parts.count ? nil : accounts
    }

    private static func guarded(_ answer: ServedAnswer) -> ServedAnswer {
        var answer = answer
        answer.headers += headers
        return answer
    }
}

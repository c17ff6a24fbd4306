internal import Bridge
internal import Synchronization

/// The hosted form for data about the payer: a page, its files, and what becomes of what is typed there.
struct FormSite {
    let api: GatewayAPI

    /// Header fields of everything that the form's host sends.
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

    /// The page, for the payment and the accounts that its address names.
    func page(_ request: ServedRequest) -> ServedAnswer {
        guard let payment = request.parameter("pid"), let accounts = Self.accounts(request.parameter("accounts")),
            plan(of: payment, for: accounts) != nil
        else {
            return Self.guarded(.text("There is no such form.", status: 404))
        }
        return Self.guarded(.text(PackageText.formHTML, type: "text/html; charset=utf-8"))
    }

    /// A file that the page needs.
    static func file(_ name: String) -> ServedAnswer {
        name == "form.js"
            ? guarded(.text(PackageText.formJS, type: "text/javascript; charset=utf-8"))
            : guarded(.text(PackageText.formCSS, type: "text/css; charset=utf-8"))
    }

    /// Takes what was typed; the answer tells the page what to say, and to whom.
    func submit(_ request: ServedRequest) throws(GatewayErrorResponse) -> ServedAnswer {
        let body = try CallBody.object(request)
        guard let payment = body["pid"]?.string, let accounts = Self.accounts(body["accounts"]?.string),
            let plan = plan(of: payment, for: accounts)
        else { throw .noPayment }
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
            try api.books.change(payment) { payment throws(GatewayErrorResponse) in payment.learn(accounts) }
        case .lie: break
        }
        return Self.guarded(.json(["message": message]))
    }

    /// What the form of a payment is to do; `nil` where the payment wants no form, or is not there.
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

internal import Bridge
internal import LocalServer

/// Creates the responses about one payment.
struct AnswerMaker {
    let payment: GatewayPayment
    let now: Int64

    /// The URL of the hosted form's site, such as `https://127.0.0.1:8443`.
    let site: String

    /// Unknown members and values, if the script requests them.
    private var unknown: JSON { ["since": "2099-01-01", "levels": [1, 2, 3]] }

    /// The response with the options.
    ///
    /// A final payment has none: an empty list, or `null` if the script asks for the observed behavior of the live
    /// gateway.
    func options(for accounts: [AccountText], withInfo: Bool) -> JSON {
        let isOpen = payment.status(now: now).status == GatewayStatus.requiresAction.rawValue
        var answer: JSON = [
            "options": isOpen
                ? .array(payment.options.map(option)) : payment.plan.endsWithNull ? .null : .array([]),
            "info": withInfo ? info : nil,
            "collectData": collectData(payment.plan.collect, for: accounts),
        ]
        if payment.plan.hasUnknowns { answer = with(answer, ["futureMember": unknown]) }
        return answer
    }

    /// What the payment is for, and its status.
    var info: JSON {
        var info: JSON = [
            "status": .string(payment.status(now: now).status), "amount": amount,
            "expiresAt": .number(JSONNumber(Int(payment.expiresAt))),
            "merchant": ["name": .string(payment.plan.merchant), "iconUrl": text(payment.plan.merchantIcon)],
            "buyer": buyer,
        ]
        if payment.plan.hasUnknowns { info = with(info, ["futureMember": unknown]) }
        return info
    }

    /// The status of the payment in `step`.
    func status(_ step: StatusStep, withFailure: Bool) -> JSON {
        var answer: JSON = ["status": .string(step.status), "isFinal": .bool(step.isFinal)]
        if !step.isFinal, let wait = payment.plan.pollMilliseconds {
            answer = with(answer, ["pollInMs": .number(JSONNumber(wait))])
        }
        if step.status == GatewayStatus.succeeded.rawValue, let confirmation = payment.confirmation {
            answer = with(
                answer,
                ["info": ["txId": .string(confirmation.transaction), "optionAmount": confirmation.option.amount]])
        }
        if withFailure, step.status == GatewayStatus.failed.rawValue, let code = payment.plan.failureCode {
            answer = with(answer, ["failureCode": .string(code)])
        }
        if payment.plan.hasUnknowns { answer = with(answer, ["futureMember": unknown]) }
        return answer
    }

    private var amount: JSON {
        let code = payment.plan.unit.split(separator: "/").last.map(String.init) ?? ""
        return [
            "unit": .string(payment.plan.unit), "value": .string(payment.plan.value),
            "display": [
                "assetSymbol": .string(code), "assetName": .string(code), "decimals": 2, "iconUrl": nil,
                "networkIconUrl": nil, "networkName": nil,
            ],
        ]
    }

    private var buyer: JSON {
        guard let confirmation = payment.confirmation else { return nil }
        return [
            "accountCaip10": .string(confirmation.option.account.description), "accountProviderName": "Wallet",
            "accountProviderIcon": nil,
        ]
    }

    private func option(_ option: IssuedOption) -> JSON {
        var actions = option.offered
        if payment.plan.hasUnknowns, !actions.isEmpty, case .object(var last) = actions[actions.count - 1] {
            last["futureMember"] = unknown
            actions[actions.count - 1] = .object(last)
        }
        let wanted = option.plan.collect ?? payment.plan.collect
        let answer: JSON = [
            "id": .string(option.id), "account": .string(option.account.description), "amount": option.amount,
            "etaS": .number(JSONNumber(option.plan.eta)),
            "expiresAt": option.expiresAt.map { .number(JSONNumber(Int($0))) } ?? nil,
            "actions": .array(actions),
            "collectData": payment.known.contains(option.account.key)
                ? nil : collectData(wanted, for: [option.account]),
        ]
        return payment.plan.hasUnknowns ? with(answer, ["futureMember": unknown]) : answer
    }

    private func collectData(_ plan: CollectPlan?, for accounts: [AccountText]) -> JSON {
        guard let plan, accounts.contains(where: { !payment.known.contains($0.key) }) else { return nil }
        let list = accounts.map(\.description).joined(separator: ",")
        let form = "\(site)/collect/?pid=\(PercentCode.encode(payment.id))&accounts=\(PercentCode.encode(list))"
        // The official description requires all three members, and a string for the URL even without a form.
        let fields: [JSON] =
            plan.kind == .hosted
            ? []
            : CollectCheck.fields.map {
                ["type": .string($0.type), "id": .string($0.id), "name": .string($0.name), "required": true]
            }
        return [
            "url": .string(plan.kind == .fields ? "" : form), "schema": plan.hasSchema ? CollectCheck.schema : nil,
            "fields": .array(fields),
        ]
    }

    private func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    private func with(_ json: JSON, _ more: JSON) -> JSON {
        guard case .object(var object) = json else { return json }
        for member in more.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }
}

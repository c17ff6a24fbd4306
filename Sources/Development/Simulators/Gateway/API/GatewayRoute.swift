internal import LocalServer

/// The route of a request.
enum GatewayRoute: Hashable, Sendable {
    /// A call of the API or the form.
    case call(GatewayCall, payment: String?)
    /// A file of the form.
    case file(String)
    /// A control request; the path below `/control`.
    case control([String])
    /// The path exists, but the method is not allowed; the allowed one.
    case method(allowed: String)
    /// No route.
    case none

    init(_ request: ServedRequest) {
        self = Self.route(request.method, request.path ?? [], request)
    }

    private static func route(_ method: String, _ path: [String], _ request: ServedRequest) -> GatewayRoute {
        switch path.first {
        case "control": return .control(Array(path.dropFirst()))
        case "collect": return form(method, Array(path.dropFirst()), request)
        case "v1": break
        default: return .none
        }
        switch (path.count, path.dropFirst().first) {
        case (4..., "gateway") where path[2] == "payment" && !path[3].isEmpty:
            let names: [String?: (String, GatewayCall)] = [
                nil: ("GET", .payment), "options": ("POST", .options), "fetch": ("POST", .fetch),
                "confirm": ("POST", .confirm), "status": ("GET", .status), "cancel": ("POST", .cancel),
            ]
            return choose(names, method, tail: Array(path.dropFirst(4)), payment: path[3])
        case (2, "payments"):
            return method == "POST" ? .call(.create, payment: nil) : .method(allowed: "POST")
        case (4..., "payments") where !path[2].isEmpty:
            let names: [String?: (String, GatewayCall)] = [
                "cancel": ("POST", .merchantCancel), "status": ("GET", .merchantStatus),
            ]
            return choose(names, method, tail: Array(path.dropFirst(3)), payment: path[2])
        default: return .none
        }
    }

    private static func choose(
        _ names: [String?: (String, GatewayCall)], _ method: String, tail: [String], payment: String
    ) -> GatewayRoute {
        guard tail.count <= 1, let (wanted, call) = names[tail.first] else { return .none }
        return method == wanted ? .call(call, payment: payment) : .method(allowed: wanted)
    }

    private static func form(_ method: String, _ path: [String], _ request: ServedRequest) -> GatewayRoute {
        switch path {
        case [""], []:
            return method == "GET" ? .call(.form, payment: request.parameter("pid")) : .method(allowed: "GET")
        case ["submit"]: return method == "POST" ? .call(.submit, payment: nil) : .method(allowed: "POST")
        case ["form.js"], ["form.css"]: return method == "GET" ? .file(path[0]) : .method(allowed: "GET")
        default: return .none
        }
    }
}

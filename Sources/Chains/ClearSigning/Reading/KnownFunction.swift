internal import Ethereum

/// A function that is known by its signature, with its effects.
struct KnownFunction: Sendable {
    /// The signature, with the names of the parameters.
    let text: String

    /// Its effects, in order.
    let effects: [Effect]

    init(_ text: String, _ effects: Effect...) {
        self.text = text
        self.effects = effects
    }
}

/// A function with its selector, parsed from its text.
struct ReadFunction {
    let function: ABIFunction
    let effects: [Effect]

    init?(_ known: KnownFunction) {
        // An invalid signature in the table is a bug, which a test finds.
        guard let function = try? ABIFunction(known.text) else { return nil }
        self.function = function
        effects = known.effects
    }
}

/// The functions that are recognized by their signatures.
enum KnownFunctions {
    /// The function that `data` calls, if it is known.
    static func function(of data: [UInt8]) -> ReadFunction? {
        data.count >= 4 ? bySelector[Array(data.prefix(4))] : nil
    }

    private static let bySelector: [[UInt8]: ReadFunction] = {
        var functions: [[UInt8]: ReadFunction] = [:]
        for known in all {
            guard let function = ReadFunction(known) else { continue }
            functions[function.function.selector] = function
        }
        return functions
    }()

    /// All functions of the tables.
    static let all =
        tokens + approvals + permits + swaps + liquidity + aggregators + carriers + accounts + ownership + lending
        + staking + markets + names + apps + deposits + families + services + routers
}

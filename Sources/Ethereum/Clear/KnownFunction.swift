/// A function that is known by its signature, with what it does.
struct KnownFunction: Sendable {
    /// The signature, with the names of the parameters.
    let text: String

    /// What it does, in order.
    let effects: [Effect]

    init(_ text: String, _ effects: Effect...) {
        self.text = text
        self.effects = effects
    }
}

/// A function with its selector, read from its text.
struct ReadFunction {
    let function: ABIFunction
    let effects: [Effect]

    init?(_ known: KnownFunction) {
        // A text that is no signature is our own mistake; a test finds it.
        guard let function = try? ABIFunction(known.text) else { return nil }
        self.function = function
        effects = known.effects
    }
}

/// The functions that are read by their signatures.
enum KnownFunctions {
    /// The function that `data` calls, where it is known.
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

    /// Every function of the tables.
    static let all =
        tokens + approvals + permits + swaps + liquidity + aggregators + carriers + accounts + ownership + lending
        + staking + markets + names + apps
}

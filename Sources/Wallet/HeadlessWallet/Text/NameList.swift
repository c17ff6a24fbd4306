package import Bridge
package import EthereumWallet
import Messages

/// Several names in one line.
package enum NameList {
    /// Names, separated by commas; at most `most` of them.
    package static func text(_ names: [String], most: Int) -> String {
        let text = names.prefix(most).joined(separator: ", ")
        let rest = names.count - most
        guard rest > 0 else { return text }
        return localized(
            "\(text, as: "names") and \(rest, as: "count") more",
            plural: "\(text, as: "names") and \(rest, as: "count") more",
            count: rest)
    }

    /// The names of chains; the ID of one that is not built in.
    package static func networks(_ ids: [ChainID], knownTo chains: [Chain], most: Int) -> DisplayText {
        let names = ids.map { id in
            chains.first { $0.caip == id.description && $0.isWellKnown }?.name ?? id.description
        }
        return .trusted(text(names, most: most))
    }
}

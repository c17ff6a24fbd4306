import BigInt
import Bridge
import Ethereum

/// Amounts and addresses in words.
extension IntentWords {
    /// An amount, as it may stand in a sentence of ours and as it stands in a row.
    struct Amount {
        let said: String
        let words: Words
        let isKnown: Bool
    }

    /// `units` of `token`, or of the chain's own coin.
    ///
    /// The sign of a token that the wallet does not vouch for is somebody else's text, and has no place in a sentence.
    func amount(_ units: BigUInt, token: EthereumAddress?) -> Amount {
        guard let token else {
            let number = AmountText.of(units, decimals: 18)
            let text = "\(number) \(chain.symbol)"
            guard chain.isWellKnown else {
                return Amount(said: "\(number) coins of the network", words: .theirs(text), isKnown: true)
            }
            return Amount(said: text, words: .ours(text), isKnown: true)
        }
        guard let entry = tokens.token(token, on: chain.id) else {
            let text = "\(units) of the token's smallest unit; how many tokens that is, is not known"
            return Amount(said: "tokens", words: .ours(text), isKnown: false)
        }
        let number = AmountText.of(units, decimals: entry.decimals)
        let text = "\(number) \(entry.symbol)"
        return entry.isVouchedFor
            ? Amount(said: text, words: .ours(text), isKnown: true)
            : Amount(said: "\(number) tokens", words: .theirs(text), isKnown: true)
    }

    /// What a token is called in a sentence of ours.
    func name(of token: EthereumAddress) -> String {
        guard let entry = tokens.token(token, on: chain.id), entry.isVouchedFor else { return "tokens" }
        return entry.symbol
    }

    /// The row of a token's contract.
    func tokenRow(_ token: EthereumAddress, label: String = "Token") -> Approval.Row {
        Approval.Row(
            label, .exact(token.description),
            note: tokens.token(token, on: chain.id).map { $0.isVouchedFor ? $0.symbol : "not vouched for" } ?? "unknown"
        )
    }

    /// Somebody, in a sentence of ours.
    func who(_ address: EthereumAddress) -> String {
        switch known[address] {
        case .own?: return "your own account"
        case .known(let name?)? where Chain.isName(name, upTo: 40): return "“\(name)”"
        case .named(let name)?: return name
        default:
            let text = address.description
            return "\(text.prefix(6))…\(text.suffix(4))"
        }
    }

    /// The row of an address: whole, with how well it is known.
    func row(_ label: String, _ address: EthereumAddress) -> Approval.Row {
        let note: String? =
            switch known[address] {
            case .own?: "yours"
            case .known(let name)?: name.flatMap { Chain.isName($0, upTo: 40) ? $0 : nil } ?? "used before"
            case .named(let name)?: name
            case .new?: "new"
            case .lookAlike?: "look-alike"
            case .nobody?: "nobody’s"
            case .untold?, nil: nil
            }
        return Approval.Row(label, .exact(address.description), note: note)
    }

    /// A moment, or that there is none.
    func moment(_ seconds: BigUInt) -> String {
        MomentText.of(seconds) ?? "never"
    }

    /// Whether a moment is so far away that a signature good until then is better not given.
    func isFar(_ seconds: BigUInt) -> Bool {
        seconds > BigUInt(max(0, now)) + 31 * 86_400
    }
}

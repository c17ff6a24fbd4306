import BigInt
import Bridge
import Ethereum
import Messages
import WalletConnectPay

/// The text of a payment's data, written so that untrusted text cannot be mistaken for the wallet's own.
enum PaymentText {
    /// The amount with the name that the wallet knows.
    ///
    /// A currency is shown with its code and the number of decimals from ISO 4217. For an unknown asset, the number of
    /// smallest units is shown, with the gateway's name in quotation marks, because neither the name nor the decimals
    /// can be trusted.
    static func amount(_ amount: PaymentAmount, _ known: (AssetID) -> KnownAsset?) -> String {
        switch amount.unit {
        case .fiat(let code):
            return "\(decimal(amount.value, places: PaymentAmount.decimals(ofCurrency: code))) \(code)"
        case .asset(let asset):
            if let facts = known(asset) {
                return "\(Amount.text(amount.value, decimals: facts.decimals)) \(facts.symbol)"
            }
        case .other: break
        }
        let (units, symbol) = (amount.value, quoted(amount.display.symbol))
        return localized(
            "\(units, as: "count") unit of \(symbol, as: "symbol")",
            plural: "\(units, as: "count") units of \(symbol, as: "symbol")", count: units)
    }

    /// The amount, with the contract of an asset that the wallet does not know.
    static func amountWithContract(_ amount: PaymentAmount, _ known: (AssetID) -> KnownAsset?) -> String {
        let text = self.amount(amount, known)
        guard let asset = amount.unit.asset, known(asset) == nil, let contract = asset.contract else { return text }
        return localized("\(text, as: "amount") (contract \(contract, as: "address"))")
    }

    /// Untrusted text within a sentence: shortened, without invisible characters, in quotation marks.
    static func quoted(_ text: String) -> String {
        Quotation.of(text, limit: 24)
    }

    /// Untrusted text for a separate place, where it is quoted.
    static func bounded(_ text: String) -> String {
        let line = text.unicodeScalars.prefix(400).map { $0 == "\n" || $0 == "\r" ? " " : Character($0) }
        return line.count > 160 ? String(line.prefix(159)) + "…" : String(line)
    }

    /// The state of a payment, in a few words for the terminal.
    static func outcome(of flow: PaymentFlow) -> String {
        let state = state(of: flow)
        guard !flow.allowances.isEmpty else { return state }
        return localized("\(state, as: "state"); a transaction for an allowance was signed")
    }

    private static func state(of flow: PaymentFlow) -> String {
        switch flow.state {
        case .ended(.succeeded), .ended(.alreadyPaid): return words(for: flow)
        default: break
        }
        guard flow.earlierUsableUntil != nil else { return words(for: flow) }
        return localized("\(words(for: flow), as: "state"); an earlier attempt at this payment can still be paid")
    }

    /// The exit status of a program that shows a payment: 0 if it was paid now, 2 if it is not known here whether it is
    /// paid, 1 otherwise.
    static func status(of flow: PaymentFlow) -> Int32 {
        switch flow.state {
        case .ended(.succeeded): 0
        case .ended(.alreadyPaid): 1
        case .ended(.busy), .ended(.notKept), .ended(.unsettled), .ended(.gaveUp): 2
        case .confirming, .unsure, .unsent, .processing: 2
        case .ended: flow.earlierUsableUntil == nil ? 1 : 2
        default: flow.earlierUsableUntil == nil && flow.attempt?.usableUntil == nil ? 1 : 2
        }
    }

    private static func words(for flow: PaymentFlow) -> String {
        switch flow.state {
        case .ended(.succeeded(let hash)):
            hash.map { localized("paid, transaction \($0, as: "hash")") } ?? localized("paid")
        case .ended(.alreadyPaid): localized("already paid")
        case .ended(.cancelled(by: .gateway)): localized("cancelled, according to the payment service")
        case .ended(.cancelled): localized("cancelled")
        case .ended(.expired(by: .gateway)): localized("expired, according to the payment service")
        case .ended(.expired): localized("expired")
        case .ended(.insufficientFunds): localized("not enough funds")
        case .ended(.unsettled), .unsure, .confirming: localized("not known whether it was paid")
        // Another program is paying it, or the journal does not show whether one is.
        case .ended(.busy), .ended(.notKept): localized("not known here whether it is paid")
        case .unsent: localized("signed, perhaps not sent")
        case .ended(.gaveUp): localized("given up")
        case .processing: localized("processing, according to the payment service")
        case .ended where flow.earlierUsableUntil != nil: localized("not paid now")
        case .ended:
            flow.attempt?.usableUntil == nil
                ? localized("not paid") : localized("not paid, according to the payment service")
        default: localized("closed before it was paid")
        }
    }

    /// Minutes and seconds, such as `4:05`; with hours if there are any.
    static func time(_ seconds: Int64) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// All decimal places of a currency.
    private static func decimal(_ value: BigUInt, places: Int) -> String {
        guard places > 0 else { return "\(value)" }
        let digits = "\(value)"
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}

extension PaymentAttempt {
    /// The amount that leaves the account, as it was shown at the start.
    var paidAmount: PaymentAmount {
        PaymentAmount(
            unit: .asset(choice.asset), value: amount,
            display: PaymentAmount.Display(symbol: symbol, name: "", decimals: decimals))
    }
}

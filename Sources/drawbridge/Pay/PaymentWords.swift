import Bridge
import Payments

/// How facts of a payment are written, so that a stranger's text cannot be read as ours.
enum PaymentWords {
    /// The amount with its sign: every digit that counts, at least two places where there are that many.
    ///
    /// A sign that is not a few plain letters is quoted; the code of a currency is always one.
    static func amount(_ amount: PaymentAmount) -> String {
        let sign =
            switch amount.unit {
            case .fiat(let code): code
            case .asset, .other: isSign(amount.display.symbol) ? amount.display.symbol : quoted(amount.display.symbol)
            }
        return "\(shortened(amount.decimal)) \(sign)"
    }

    /// Whether `text` can stand in a sentence of ours: the sign of an asset, as every wallet knows them.
    static func isSign(_ text: String) -> Bool {
        1...11 ~= text.utf8.count
            && text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: ".")
            }
    }

    /// A stranger's text within a sentence: short, visible, in quotation marks.
    static func quoted(_ text: String) -> String {
        let visible = VisibleText.of(text)
        return "“\(visible.count > 24 ? visible.prefix(23) + "…" : visible)”"
    }

    /// A stranger's text for a place of its own, in which it is quoted.
    static func bounded(_ text: String) -> String {
        let line = text.unicodeScalars.prefix(400).map { $0 == "\n" || $0 == "\r" ? " " : Character($0) }
        return line.count > 160 ? String(line.prefix(159)) + "…" : String(line)
    }

    /// How a payment stands, in a few words for the terminal.
    static func outcome(of flow: PaymentFlow) -> String {
        switch flow.state {
        case .ended(.succeeded(let hash)): hash.map { "paid, transaction \($0)" } ?? "paid"
        case .ended(.alreadyPaid): "paid already"
        case .ended(.cancelled): "cancelled"
        case .ended(.expired): "expired"
        case .ended(.insufficientFunds): "not enough funds"
        case .ended(.unsettled), .unsure: "not known"
        case .processing, .confirming: "on its way"
        case .ended: "not paid"
        default: "left"
        }
    }

    /// Minutes and seconds, such as `4:05`; hours where there are any.
    static func time(_ seconds: Int64) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// Without the zeros at the end that say nothing, but for two places.
    private static func shortened(_ decimal: String) -> String {
        let parts = decimal.split(separator: ".")
        guard parts.count == 2 else { return decimal }
        var places = parts[1]
        while places.count > 2, places.last == "0" { places.removeLast() }
        return "\(parts[0]).\(places)"
    }
}

extension PaymentAttempt {
    /// What leaves the account, as it was shown when it was begun.
    var paidAmount: PaymentAmount {
        PaymentAmount(
            unit: .asset(choice.asset), value: amount,
            display: PaymentAmount.Display(symbol: symbol, name: "", decimals: decimals))
    }
}

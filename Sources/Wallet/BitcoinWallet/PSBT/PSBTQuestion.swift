internal import Bitcoin
internal import Bridge
import Messages
internal import Primitives
import WalletCore

/// A partially signed transaction as the user sees it.
struct PSBTText: Sendable {
    let report: PSBTReport

    /// The rows about recipients, and the warnings about them.
    let recipients: [Approval.Row]
    let recipientWarnings: [Approval.Warning]

    /// Whether a recipient is new to the user.
    let isToUnknown: Bool

    /// The fee rates that a server reports; `nil` without one.
    let rates: FeeRates?

    /// What the accounts hold whose coins are spent, in satoshis.
    let held: UInt64

    /// The maximum number of recipients that have rows of their own; the fields have all.
    private static let mostRows = 20

    /// Describes a transaction.
    init(_ report: PSBTReport, recipients book: any RecipientBook, rates: FeeRates?, held: UInt64) async {
        self.report = report
        self.rates = rates
        self.held = held
        var (rows, warnings, isToUnknown) = ([Approval.Row](), [Approval.Warning](), false)
        let others = report.toOthers
        for payment in others.prefix(Self.mostRows) {
            if let address = payment.output.script.destination?.address(on: report.utxoChain),
                let recipient = try? CoinRecipient(address, on: report.utxoChain)
            {
                let (row, notes) = await recipient.describe(by: book)
                if await !recipient.isKnown(to: book) { isToUnknown = true }
                rows.append(row)
                for note in notes where !warnings.contains(note) { warnings.append(note) }
            } else {
                rows.append(
                    Approval.Row(
                        localized("To"), .exact("0x" + Hex.encode(payment.output.script.bytes.prefix(64))),
                        note: localized("script"), role: .recipient))
            }
            rows.append(
                Approval.Row(localized("Amount"), .trusted(report.amount(payment.output.value)), role: .amount))
        }
        if others.count > Self.mostRows {
            let count = others.count - Self.mostRows
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        "\(count, as: "count") more recipient is listed in the details.",
                        plural: "\(count, as: "count") more recipients are listed in the details.", count: count)))
        }
        (self.recipients, recipientWarnings, self.isToUnknown) = (rows, warnings, isToUnknown)
    }

    /// An amount in the unit of the chain.
    func amount(_ satoshis: UInt64) -> String { report.amount(satoshis) }

    /// Whose coins are spent, who receives them, and the fee.
    var rows: [Approval.Row] {
        [Approval.Row(localized("Network"), .trusted(report.utxoChain.name), role: .network)] + coins + recipients
            + returned + [
                Approval.Row(
                    localized("Network fee"), .trusted(report.fee.map(amount) ?? localized("unknown")),
                    note: report.rate.map { "\($0.text) \(report.utxoChain.feeRateUnit)" }, role: .fee)
            ] + total
    }

    /// The coins that are spent, by their owners.
    private var coins: [Approval.Row] {
        var (owners, values, others) = ([PSBTReport.Owner](), [UInt64](), UInt64(0))
        var shared: UInt64 = 0
        for input in report.inputs {
            guard let value = input.output?.value else { continue }
            if let owner = input.owner {
                if let place = owners.firstIndex(of: owner) {
                    values[place] = CoinBalance.sum(values[place], value)
                } else {
                    owners.append(owner)
                    values.append(value)
                }
            } else if input.isSignable {
                shared = CoinBalance.sum(shared, value)
            } else {
                others = CoinBalance.sum(others, value)
            }
        }
        var rows = zip(owners, values).flatMap { owner, value in
            [
                Approval.Row(
                    localized("Account"), .exact(owner.account.address),
                    note: owner.isWatchOnly ? localized("\(owner.name, as: "account"), watch-only") : owner.name,
                    role: .account),
                Approval.Row(localized("Spends"), .trusted(amount(value))),
            ]
        }
        if shared > 0 {
            rows.append(
                Approval.Row(
                    localized("Spends"), .trusted(amount(shared)), note: localized("with keys of this wallet")))
        }
        if others > 0 {
            rows.append(
                Approval.Row(localized("Spends"), .trusted(amount(others)), note: localized("coins of others")))
        }
        if report.unknownCoins > 0 {
            let count = report.unknownCoins
            rows.append(
                Approval.Row(
                    localized("Spends"), .trusted(Self.unknownValue),
                    note: localized(
                        "\(count, as: "count") coin of an unknown owner",
                        plural: "\(count, as: "count") coins of unknown owners", count: count)))
        }
        return rows
    }

    private static var unknownValue: String { localized("value unknown") }

    /// What returns to the user's accounts.
    private var returned: [Approval.Row] {
        let own = report.payments.compactMap { payment in payment.owner.map { ($0, payment.output.value) } }
        return own.prefix(Self.mostRows).map { owner, value in
            Approval.Row(
                localized("Change"), .trusted(amount(value)),
                note: localized("returns to \(owner.name, as: "account")"), role: .change)
        }
    }

    /// What leaves the user's accounts; nothing if others pay, too.
    private var total: [Approval.Row] {
        guard report.inputs.allSatisfy(\.isOwn), let fee = report.fee else { return [] }
        let total = CoinBalance.sum(report.paid, fee)
        return [Approval.Row(localized("Total"), .trusted(amount(total)), role: .total)]
    }

    /// What the user must know before it is signed or sent.
    var warnings: [Approval.Warning] {
        var warnings = report.utxoChain.warnings + recipientWarnings + coinWarnings
        if report.wrongSignatures > 0 {
            let count = report.wrongSignatures
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        "\(count, as: "count") signature was wrong and was removed.",
                        plural: "\(count, as: "count") signatures were wrong and were removed.", count: count)))
        }
        if !report.isVerified {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The wallet cannot verify the signatures of all coins, because it does not know their scripts. \
                        If one is wrong, servers reject the transaction.
                        """)))
        }
        let paid = report.paid
        if !report.toOthers.isEmpty, CoinBalance.isNearlyAll(paid, of: held) {
            warnings.append(
                isToUnknown
                    ? Approval.Warning(
                        .danger,
                        localized(
                            "This is nearly all that the account can spend, sent to an address that is new to you."))
                    : Approval.Warning(.caution, localized("This is nearly all that the account can spend.")))
        }
        guard let fee = report.fee, let rate = report.rate else { return warnings }
        return warnings
            + FeeWarnings(
                utxoChain: report.utxoChain, fee: fee, rate: rate, rates: rates,
                amount: report.toOthers.isEmpty ? nil : paid, held: held
            ).all
    }

    /// What the user must know about the coins that are spent.
    private var coinWarnings: [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if report.unknownCoins > 0 {
            let count = report.unknownCoins
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The file does not prove the value of \(count, as: "count") coin, so the network fee is unknown. \
                        Ask for a file with the previous transactions.
                        """,
                        plural: """
                            The file does not prove the values of \(count, as: "count") coins, so the network fee is \
                            unknown. Ask for a file with the previous transactions.
                            """, count: count)))
            if report.signed == nil, report.inputs.contains(where: { $0.output?.script.isTaproot == true }) {
                warnings.append(
                    Approval.Warning(
                        .caution,
                        localized(
                            "Taproot coins cannot be signed, because each signature of them covers all coins.")))
            }
        }
        let known = report.inputs.filter { $0.output != nil }
        if report.unknownCoins == 0, !known.allSatisfy(\.isProven) {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The file does not prove the amounts of all coins, so the fee may be much higher than shown. Ask \
                        for a file with the previous transactions.
                        """)))
        }
        if !known.allSatisfy(\.isOwn) {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        The transaction also spends coins of others. Everyone who signs it signs all of its inputs and \
                        outputs.
                        """)))
        }
        if report.inputs.contains(where: { $0.isSignable && $0.owner == nil }) {
            warnings.append(
                Approval.Warning(
                    .caution,
                    localized(
                        """
                        Keys of this wallet sign coins that belong to none of its accounts, such as coins with several \
                        owners. The wallet cannot tell which outputs return to you.
                        """)))
        }
        return warnings
    }

    /// Every coin and every output.
    var fields: [Approval.Field] {
        let inputs = report.inputs.enumerated().map { place, input in
            let owner =
                input.owner.map(\.name)
                ?? (input.isSignable ? localized("with keys of this wallet") : localized("of others"))
            let facts = input.output.map { "\(amount($0.value)), \(owner)" } ?? Self.unknownValue
            return Approval.Field(
                path: localized("input \(place, as: "number")"), type: "coin", value: "\(input.outPoint), \(facts)")
        }
        let outputs = report.payments.enumerated().map { place, payment in
            let recipient =
                payment.output.script.destination?.address(on: report.utxoChain)
                ?? localized("script \("0x" + Hex.encode(payment.output.field), as: "script")")
            return Approval.Field(
                path: localized("output \(place, as: "number")"), type: "satoshis",
                value: localized("\(payment.output.value, as: "amount") to \(recipient, as: "recipient")"))
        }
        return inputs + outputs
    }

    /// The recipient for a sentence: an address in short, or the number of recipients; `nil` if nothing leaves.
    var shortRecipient: String? {
        let others = report.toOthers
        guard let first = others.first else { return nil }
        guard others.count == 1 else {
            let count = others.count
            return localized(
                "\(count, as: "count") recipient", plural: "\(count, as: "count") recipients", count: count)
        }
        return (first.output.script.destination?.address(on: report.utxoChain)).flatMap {
            try? CoinRecipient($0, on: report.utxoChain)
        }?
        .short ?? localized("a script")
    }
}

extension Script {
    /// Whether it is an output of Taproot.
    fileprivate var isTaproot: Bool {
        if case .witness(1, let program)? = destination { program.count == 32 } else { false }
    }
}

extension PSBTReport {
    /// An amount in the unit of the chain.
    func amount(_ satoshis: UInt64) -> String {
        "\(Bitcoin.DecimalText.text(ofSatoshis: satoshis)) \(utxoChain.unit)"
    }
}

/// A partially signed transaction that the user's keys sign after approval.
struct PSBTToSign: PSBTSignable {
    let text: PSBTText

    /// The account of the first coin that is signed, or the active one.
    let account: AccountID?

    /// What the wallet's keys sign.
    let payload: [UInt8]

    var psbt: PSBT { text.report.psbt }

    func approval() -> Approval {
        let amount = text.amount(text.report.paid)
        var approval = Approval(
            text.shortRecipient.map {
                localized("Sign a transaction that pays \(amount, as: "amount") to \($0, as: "recipient").")
            } ?? localized("Sign a transaction that pays only to your own accounts."), verb: localized("Sign"))
        approval.rows = text.rows
        approval.warnings = text.warnings
        approval.fields = text.fields
        approval.doneSentence = localized("Signed. Nothing was sent.")
        return approval
    }
}

/// A transaction with all signatures that is sent after approval.
struct PSBTToSend: Approvable {
    let text: PSBTText

    func approval() -> Approval {
        let amount = text.amount(text.report.paid)
        var approval = Approval(
            text.shortRecipient.map { localized("Send \(amount, as: "amount") to \($0, as: "recipient").") }
                ?? localized("Send a transaction that pays only to your own accounts."), verb: localized("Send"))
        approval.rows = text.rows
        approval.warnings = text.warnings
        approval.fields = text.fields
        approval.doneSentence = localized("Sent.")
        return approval
    }
}

internal import Bitcoin
internal import Bridge
import Messages

/// The warnings about the fee of a payment, compared with the network's fees, the amount and the balance.
struct FeeWarnings {
    let utxoChain: UTXOChain

    /// The fee in satoshis, and its rate.
    let fee: UInt64
    let rate: FeeRate

    /// The fee rates that the server reports; without a server, the rate is only compared with the usual ones.
    let rates: FeeRates?

    /// The amount that is sent to others, in satoshis; `nil` if the fee is not compared with it.
    let amount: UInt64?

    /// What the account holds, in satoshis.
    let held: UInt64

    private func text(_ satoshis: UInt64) -> String {
        "\(Bitcoin.DecimalText.text(ofSatoshis: satoshis)) \(utxoChain.unit)"
    }

    /// The warning about the fee rate, compared with the server's rates and the usual rates.
    private var rateWarning: String? {
        let excess = rate.satoshisPerKilobyte / FeeRates.absurd
        let shown = text(fee)
        if let rates, excess > rates.fast.satoshisPerKilobyte {
            return localized(
                "The fee rate is more than 20 times what the next block costs. The fee is \(shown, as: "amount").")
        }
        let usual = FeeRates.highestUsual(on: utxoChain)
        if rate > usual {
            let (network, unit) = (utxoChain.name, utxoChain.feeRateUnit)
            return localized(
                """
                Payments on \(network, as: "network") rarely cost more than \(usual.text, as: "rate") \
                \(unit, as: "unit"). The fee is \(shown, as: "amount").
                """)
        }
        if let rates, excess > rates.patient.satoshisPerKilobyte {
            return localized(
                """
                The fee rate is more than 20 times what a payment costs that can wait for a day. The fee is \
                \(shown, as: "amount").
                """)
        }
        return nil
    }

    /// The warnings about the fee, compared with the network's fees, the amount and the balance.
    var all: [Approval.Warning] {
        if let rateWarning {
            return [Approval.Warning(.danger, rateWarning)]
        }
        if let amount, amount > 0, fee >= amount, fee > Self.smallFee {
            return [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The network fee is more than the amount that you send: \
                        \(text(fee), as: "amount").
                        """))
            ]
        }
        if fee > held / 4, fee > Self.noticeableFee {
            return [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The network fee is more than a quarter of what the account has: \
                        \(text(fee), as: "amount").
                        """))
            ]
        }
        if let amount, amount > 0, fee > amount / 20 {
            return [
                Approval.Warning(
                    .caution,
                    localized("The network fee is more than 5 % of what you send: \(text(fee), as: "amount")."))
            ]
        }
        if fee > held / 20, fee > Self.noticeableFee {
            return [
                Approval.Warning(
                    .caution,
                    localized(
                        "The network fee is more than 5 % of what the account has: \(text(fee), as: "amount")."))
            ]
        }
        return []
    }

    /// A fee up to this gets no warning even if it is larger than the amount, in satoshis.
    private static let smallFee: UInt64 = 5_000

    /// A fee up to this gets no warning even if the account has a small balance, in satoshis.
    private static let noticeableFee: UInt64 = 20_000
}

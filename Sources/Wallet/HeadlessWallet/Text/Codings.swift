package import Bitcoin
import BitcoinWallet
package import Bridge
import EthereumWallet
import Foundation
import Messages
package import WalletCore

extension SendForm.Fee: Codable {
    /// The fee as a person writes it: `slow`, `normal`, `fast`, or a rate.
    package init(_ text: String) {
        self = FeeOffer.Pace(rawValue: text).map { .pace($0) } ?? .rate(text)
    }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .pace(let pace): try container.encode(pace.rawValue)
        case .rate(let rate): try container.encode(rate)
        }
    }
}

extension HistoryFilter.Direction: Codable {}
extension HistoryFilter.StateKind: Codable {}

extension AccountSummary {
    /// The name of the chain for a person: in quotation marks unless it is built in.
    package var shownChain: String { isWellKnownChain ? chainName : Quotation.of(chainName, limit: 64) }
}

extension AccountID {
    /// The chain, if it is one of Bitcoin or Bitcoin Cash.
    package var utxoChain: UTXOChain? { UTXOChain.allCases.first { $0.chainID == chain } }
}

/// Times for programs, and in sentences that are the same for everybody.
package enum UTCTime {
    /// A time of day in UTC (RFC 3339), for seconds since 1970.
    static func text(_ seconds: Int64) -> String {
        let bounded = min(max(seconds, 0), 253_402_300_799)
        return Date(timeIntervalSince1970: TimeInterval(bounded)).formatted(Date.ISO8601FormatStyle())
    }

    /// A day and a time in the form `2026-11-22 14:05 UTC`, for seconds since 1970.
    package static func moment(_ seconds: Int64) -> String {
        text(seconds).prefix(16).replacing("T", with: " ") + " UTC"
    }
}

package import Bitcoin
import BitcoinWallet
package import Bridge
import Messages
import WalletCore
import WalletMethods

/// A partially signed transaction (BIP-174), as Base64 text.
package struct CodedPSBT: Codable, Hashable, Sendable {
    package let psbt: String

    package init(_ psbt: PSBT) { self.psbt = psbt.base64 }

    /// Reads the text, off the main actor.
    @concurrent package func read() async throws(WalletError) -> PSBT {
        do throws(BitcoinError) {
            return try PSBT(base64: psbt)
        } catch {
            throw WalletError(field: .text, error.sentence)
        }
    }
}

/// A command about a transaction that is partially signed.
package protocol PartialTransactionCommand: WalletCommand {
    /// The transaction.
    var transaction: CodedPSBT { get }

    /// Carries it out.
    @MainActor func run(_ psbt: PSBT, in wallet: Wallet) async throws(RPCError) -> Outcome
}

extension PartialTransactionCommand {
    @MainActor package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        let psbt = try await transaction.read()
        return try await WalletError.of { () throws(RPCError) in try await run(psbt, in: wallet) }
    }
}

/// Explains what a transaction spends and pays, and what is the user's.
package struct ExplainPSBT: PartialTransactionCommand {
    /// What it gives.
    package struct Outcome: Codable, Hashable, Sendable {
        /// A line of the explanation.
        package struct Row: Codable, Hashable, Sendable {
            package let label: String
            package let value: String
            package let note: String?
        }

        package let rows: [Row]
        package let warnings: [String]

        /// Whether it has all signatures, and whether this wallet can add some.
        package let complete: Bool
        package let signable: Bool

        /// The fee in satoshis; `null` if it is not known.
        package let fee: JSON
    }

    package static let name = "psbt"

    package let transaction: CodedPSBT

    package init(_ psbt: PSBT) { transaction = CodedPSBT(psbt) }

    package func run(_ psbt: PSBT, in wallet: Wallet) async throws(RPCError) -> Outcome {
        let coins = wallet.holdings.coinWallet
        let report = try await coins.report(on: psbt)
        let (rows, warnings) = await coins.explanation(of: report)
        return Outcome(
            rows: rows.map { .init(label: $0.label, value: $0.value.text, note: $0.note) },
            warnings: warnings.map(\.text), complete: report.signed != nil, signable: report.isSignable,
            fee: report.fee.map { .string(String($0)) } ?? .null)
    }
}

/// Adds the signatures of the wallet's keys, after the approval.
package struct SignPSBT: PartialTransactionCommand {
    package static let name = "signPSBT"

    package typealias Outcome = CodedPSBT

    package let transaction: CodedPSBT

    package init(_ psbt: PSBT) { transaction = CodedPSBT(psbt) }

    package func run(_ psbt: PSBT, in wallet: Wallet) async throws(RPCError) -> CodedPSBT {
        CodedPSBT(try await wallet.sign(psbt))
    }
}

/// Sends a transaction that has all signatures, after the approval.
package struct SendPSBT: PartialTransactionCommand {
    package static let name = "sendPSBT"

    package typealias Outcome = SentTransaction

    package let transaction: CodedPSBT

    package init(_ psbt: PSBT) { transaction = CodedPSBT(psbt) }

    package func run(_ psbt: PSBT, in wallet: Wallet) async throws(RPCError) -> SentTransaction {
        try await wallet.send(psbt)
    }
}

extension Wallet {
    /// Adds the signatures of the wallet's keys, after the approval.
    package func sign(_ psbt: PSBT) async throws(RPCError) -> PSBT {
        let coins = holdings.coinWallet
        let text = try await ask("psbt") { request throws(RPCError) in
            try await coins.sign(psbt, for: request).base64
        }
        do throws(BitcoinError) {
            return try PSBT(base64: text)
        } catch {
            throw RPCError(.failed, error.sentence)
        }
    }

    /// Sends a transaction that has all signatures, after the approval.
    ///
    /// - Returns: The transaction, also if it is not known whether it was sent.
    package func send(_ psbt: PSBT) async throws(RPCError) -> SentTransaction {
        let coins = holdings.coinWallet
        let chain = try await coins.report(on: psbt).utxoChain.chainID
        return try await send("psbt", on: chain) { request throws(RPCError) in
            try await coins.send(psbt, for: request)
        }
    }
}

import Bitcoin
import BitcoinWallet
import Bridge
import Messages
import WalletCore
import WalletMethods
import WalletUI

extension TerminalAnswers {
    /// Explains, signs or sends the partially signed transaction in the member `psbt`.
    func psbt(_ command: String, _ request: JSON) async throws(WalletAppError) -> JSON {
        let psbt = try await PSBTFile.reading(text: request["psbt"]?.string ?? "")
        let tasks = PSBTTasks(wallet: home.wallet)
        do throws(RPCError) {
            switch command {
            case "signPSBT":
                home.window.present()
                return ["psbt": .string(try await tasks.sign(psbt).base64)]
            case "sendPSBT":
                home.window.present()
                return try await tasks.send(psbt).json
            default:
                let wallet = home.wallet.services.holdings.coinWallet
                let report = try await wallet.report(on: psbt)
                let (rows, warnings) = await wallet.explanation(of: report)
                return [
                    "rows": .array(rows.map(Self.row)), "warnings": .array(warnings.map { .string($0.text) }),
                    "complete": .bool(report.signed != nil), "signable": .bool(report.isSignable),
                    "fee": report.fee.map { .string(String($0)) } ?? .null,
                ]
            }
        } catch {
            throw WalletAppError(error)
        }
    }

    private static func row(_ row: Approval.Row) -> JSON {
        var members: JSONObject = ["label": .string(row.label), "value": .string(row.value.text)]
        if let note = row.note { members["note"] = .string(note) }
        return .object(members)
    }
}

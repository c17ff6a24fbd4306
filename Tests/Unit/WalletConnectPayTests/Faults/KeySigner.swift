import BigInt
import Bridge
import Ethereum
import Keys
import Primitives
import WalletConnectPay

/// A wallet with a key, whose user approves everything; its transactions are sent nowhere.
@MainActor final class KeySigner: PaymentSigner {
    private let key = [UInt8](repeating: 1, count: 32)

    /// The transactions that were sent, by the payments that they were for.
    private(set) var sent: [PaymentID: [String]] = [:]

    /// What Permit2 may move, and the transaction that has set it.
    private var allowance: AllowanceStanding = AllowanceStanding(current: 0)

    /// How often it was asked for anything.
    private(set) var count = 0

    func address() throws -> EthereumAddress {
        EthereumAddress(try PrivateKey(SecretBytes(copying: key)).publicKey())
    }

    func perform(_ action: PaymentAction, for attempt: PaymentAttempt, option: PaymentOption) async -> ActionOutcome {
        count += 1
        guard !Task.isCancelled else { return .refused }
        guard case .rpc(_, let method, let params) = action else { return .unsupported }
        guard method == "eth_sendTransaction" else {
            guard let digest = try? TypedData(params[1] ?? .null).digest,
                let signature = try? PrivateKey(SecretBytes(copying: key)).sign(digest).encoded
            else { return .failed }
            return .done("0x" + Hex.encode(signature))
        }
        let digits = String(count, radix: 16)
        let hash = "0x" + String(repeating: "0", count: 64 - digits.count) + digits
        sent[attempt.payment, default: []].append(hash)
        let data = params[0]?["data"]?.string ?? ""
        if data.hasPrefix("0x095ea7b3"), let amount = BigUInt(data.suffix(64), radix: 16) {
            let change = AllowanceStanding.Change(
                hash: hash, amount: amount, fate: .confirmed,
                purpose: attempt.purpose(of: amount == 0 ? .reset : .approval))
            allowance = AllowanceStanding(current: amount, changes: [change] + allowance.changes)
        }
        return .done(hash)
    }

    func allowance(_ need: AllowanceNeed) async -> AllowanceStanding? { allowance }

    func broadcast(of attempt: PaymentAttempt) async -> EarlierTransaction {
        sent[attempt.payment]?.last.map { .sent(hash: $0) } ?? .none
    }
}

import Ethereum
import Bridge
import Foundation
import Primitives
import WalletTerminal

/// Verifies the messages of a journey: each signature is by the requested account.
struct JourneyReport {
    private var requests = 0
    private var signatures = 0
    private var refusals = 0

    /// The hashes of the transactions that were sent, and of those that a block contains and that succeeded.
    private var sent: Set<String> = []
    private var confirmed: Set<String> = []

    /// How many payments of a shop were signed.
    private var payments = 0

    /// How many transactions of coins were answered with success.
    private var coins = 0

    /// Parses the messages, and recovers the signer of each signature from its request.
    ///
    /// - Throws: If a request has no response, or a signature is by another key.
    init(record path: String) throws {
        var open: [JSON] = []
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let entry = try JSON(parsing: String(line))
            guard let text = entry["message"]?.string else { continue }
            let message = try JSON(parsing: text)
            if entry["direction"]?.string == TraceEvent.Direction.request.rawValue {
                requests += 1
                open.append(message)
            } else if let index = open.firstIndex(where: { $0["messageId"] == message["messageId"] }) {
                try check(message, answers: open.remove(at: index))
                if entry["dialect"]?.string == "payment" { payments += 1 }
            }
        }
        guard open.isEmpty else { throw JourneyError(description: "\(open.count) requests have no answer") }
        let missing = sent.subtracting(confirmed)
        guard missing.isEmpty else {
            throw JourneyError(description: "no successful receipt of \(missing.sorted().joined(separator: ", "))")
        }
        guard !sent.isEmpty else { throw JourneyError(description: "no transaction was sent") }
        guard signatures > 0 else { throw JourneyError(description: "no signature was made") }
    }

    /// Prints what was counted.
    ///
    /// - Parameter cards: How many payments by card the page was told to be paid; these are no messages to the wallet.
    func print(cards: Int) {
        Console.say("\(requests) requests, each answered once.")
        Console.say("\(signatures) signatures, each recovered to \(Journey.account).")
        Console.say("\(sent.count) transactions of Ethereum, each in a block with a successful receipt.")
        Console.say("\(coins) transactions of Bitcoin Cash’s test network, each taken by its chain.")
        Console.say("\(payments) payments to a shop, each settled by its payment service.")
        Console.say("\(cards) payment by card, answered by the simulated SumUp app.")
        Console.say("\(refusals) refusals, each with an error.")
        Console.say("The keys are public and the chains were simulated on this computer: nothing here had value.")
    }

    private mutating func check(_ answer: JSON, answers request: JSON) throws {
        if let error = answer["error"], error != .null { refusals += 1 }
        switch request["command"]?.string {
        case "sendAssets", "createToken", "payInvoice": if let data = answer["data"], data != .null { coins += 1 }
        default: break
        }
        switch request["method"]?.string {
        case "eth_sendTransaction": if let hash = answer["result"]?.string { sent.insert(hash) }
        case "eth_getTransactionReceipt":
            if let hash = request["params"]?[0]?.string, answer["result"]?["status"] == "0x1" { confirmed.insert(hash) }
        default: break
        }
        guard let (digest, signature) = try Self.signed(request, answer) else { return }
        guard let bytes = Hex.decode(signature) else {
            throw JourneyError(description: "\(signature) is not a signature")
        }
        let signer = EthereumAddress(try RecoverableSignature(encoded: bytes).signer(of: digest)).description
        guard signer == Journey.account else { throw JourneyError(description: "\(signer) signed \(request.text)") }
        signatures += 1
    }

    /// The signed data and the signature, if the request is for one and was approved.
    private static func signed(_ request: JSON, _ answer: JSON) throws -> (Digest32, String)? {
        if request["command"] == "requestWeb3Sign" {
            guard let signature = answer["data"]?["signature"]?.string, let data = request["data"] else { return nil }
            let message = data["message"] ?? .null
            return data["signType"] == "personal_sign"
                ? (PersonalMessage(message.string ?? "").digest, signature) : (try TypedData(message).digest, signature)
        }
        guard let signature = answer["result"]?.string, let params = request["params"] else { return nil }
        switch request["method"]?.string {
        case "personal_sign": return (PersonalMessage(params[0]?.string ?? "").digest, signature)
        case "eth_signTypedData_v3": return (try TypedData(params[1] ?? .null, version: .v3).digest, signature)
        case "eth_signTypedData_v4": return (try TypedData(params[1] ?? .null).digest, signature)
        default: return nil
        }
    }
}

/// Why the verification failed.
struct JourneyError: Error, CustomStringConvertible {
    let description: String
}

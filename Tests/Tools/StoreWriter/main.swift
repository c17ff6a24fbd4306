import Bridge
import BigInt
import Glibc
import WalletConnect
import WalletConnectPay
import Store
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

/// Writes to a store until it is killed, and reports each completed write: `StoreWriter FOLDER NAME FIRST`, and behind
/// that `sessions` for sessions of WalletConnect, or `folder` for sessions in a log.
let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 5, var number = Int(arguments[3]) else { exit(64) }
let (folder, name) = (arguments[1], arguments[2])

/// Says in one write, past every buffer, that something is durable.
func acknowledge(_ words: String) {
    let line = Array("\(words)\n".utf8)
    guard write(1, line, line.count) == line.count else { exit(1) }
}

/// An attempt to pay, with a hash once it is handed over.
func attempt(at payment: String, _ state: PaymentAttempt.State, number: Int) -> PaymentAttempt? {
    guard let payment = PaymentID(payment),
        let account = AccountID("eip155:8453:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        let asset = AssetID("eip155:8453/slip44:60")
    else { return nil }
    return PaymentAttempt(
        id: payment.text, payment: payment, option: "option", choice: PaymentChoice(asset: asset, account: account),
        amount: 1, decimals: 18, symbol: "ETH", merchant: "Shop", startedAt: Int64(number), expiresAt: .max,
        steps: [.init(.payment, state == .signing ? .begun : .done(hash: payment.text))], state: state)
}

do {
    if arguments.last == "folder" { try await writeSessions(.folder("\(folder)/sessions"), from: number) }
    let store = try Store(folder: folder)
    let lock = try PaymentID("pay_\(name)").map { try store.paymentLocks.lock($0) }
    defer { withExtendedLifetime(lock) {} }
    acknowledge("opened")
    if arguments.last == "sessions" {
        try await writeSessions(store.walletConnect(sealing: PlainSealing()), from: number)
    }
    while true {
        let id = "\(name)-\(number)"
        try await store.journal.record(
            TransactionRecord(
                chain: "bip122:test", txid: id, raw: Array(repeating: UInt8(truncatingIfNeeded: number), count: 300),
                from: "sender", kind: .utxo(spends: ["\(id):0", "\(id):1"]), what: "Send", at: Int64(number)))
        acknowledge("recorded \(id)")
        try await store.journal.setState(.sent, of: id, on: "bip122:test")
        acknowledge("sent \(id)")
        try await store.recipients.remember(Recipient(chain: "bip122:test", address: id, lastUsed: Int64(number)))
        acknowledge("remembered \(id)")
        for state in [PaymentAttempt.State.signing, .confirming, .succeeded] {
            guard let attempt = attempt(at: "pay_\(id)", state, number: number) else { exit(64) }
            try await store.payments.keep(attempt)
            acknowledge("\(state) \(id)")
        }
        number += 1
    }
} catch {
    acknowledge("failed \(error)")
    exit(1)
}

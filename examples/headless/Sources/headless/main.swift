// A wallet without a window, on the chain of `drawbridge-dev chain --fund 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`: shows its
// balance and its address, and sends. The keys are public test keys: do not use its addresses for anything of value.
//
//   headless NODE AMOUNT RECIPIENT           asks in the terminal; NODE is such as http://127.0.0.1:8545
//   headless --check NODE AMOUNT RECIPIENT   approves automatically, and fails unless the recipient gets the amount

import Bridge
import EthereumWallet
import Glibc
import HeadlessWallet
import Network
import WalletCore
import WalletMethods

/// Asks the user in the terminal.
final class TerminalApprover: Approver {
    let isCheck: Bool

    init(isCheck: Bool) { self.isCheck = isCheck }

    func decide(_ question: PendingApproval) async -> Decision {
        print("\n\(question.approval.sentence)")
        for row in question.approval.orderedRows { print("  \(row.label): \(VisibleText.of(row.value.text))") }
        for warning in question.approval.warnings { print("  ! \(warning.text)") }
        print("\(question.approval.verb)? [y/N] ", terminator: "")
        return isCheck || readLine() == "y" ? .approved : .rejected
    }
}

var words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
if isCheck { words.removeFirst() }
guard words.count == 3, let address = words.first, let recipient = words.last else {
    print("usage: headless [--check] NODE AMOUNT RECIPIENT")
    exit(64)
}
let amount = words[words.startIndex + 1]

// The parts. Permissions, transactions and recipients are in memory; pass your own storage to `WalletServices`.
let chain = Chain(id: 1_337, name: "Simulated chain", symbol: "ETH", isTest: true)
let client = WebClient()
let chains = ChainBook([chain], initial: chain, endpoints: [chain.id: try Endpoint(address)]) { endpoint in
    JSONRPCNode(endpoint, sender: client)
}
let gate = Gate(approver: TerminalApprover(isCheck: isCheck))
let services = WalletServices(activeAccount: try .demo(), gate: gate, chains: chains)
let wallet = Wallet(services, RequestDispatcher(handler: Router.wallet(services, version: "1.0"), gate: gate))
let ether = AssetReference("ETH", AccountReference(network: "1337"))

do throws(WalletError) {
    for account in try await wallet.perform(Balance(refresh: true)) where account.chain == chain.caip {
        for held in account.balances { print("\(account.network): \(held.amount ?? "?") \(held.symbol)") }
    }
    let receiving = try await wallet.perform(Receive(ether))
    print("receive at: \(receiving.address)")
    let payee = Send.Payee(recipient, Send.Amount(amount))
    guard case .sent(let sent) = try await wallet.perform(Send(ether, to: [payee])) else { exit(1) }
    print("\n\(sent.state): \(sent.txid)")
    if let sentence = sent.sentence { print(sentence) }
    exit(sent.state == .sent ? 0 : 4)
} catch {
    print("\n\(error.field.map { "\($0): " } ?? "")\(error.description)")
    exit(error.kind.status)
}

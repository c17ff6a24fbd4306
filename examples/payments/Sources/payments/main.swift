// Pays a WalletConnect Pay link without a window, with public test keys.
//
//   payments LINK GATEWAY           asks in the terminal before it pays and before it signs
//   payments --check LINK GATEWAY   approves automatically, and exits with 0 when the payment is made
//
// `drawbridge-dev pay-gateway` simulates a gateway on your computer: it prints its URL and links.

import Bridge
import EthereumWallet
import Glibc
import WalletConnectPay
import WalletCore
import WalletMethods

/// Asks a question in the terminal.
@MainActor func ask(_ question: String) -> Bool {
    print("\(question)? [y/N] ", terminator: "")
    return isCheck || readLine() == "y"
}

/// Asks for approvals in the terminal.
final class TerminalApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision {
        print("\n\(question.approval.sentence)")
        for row in question.approval.orderedRows { print("  \(row.label): \(VisibleText.of(row.value.text))") }
        for field in question.approval.fields { print("  \(field.path): \(VisibleText.of(field.value))") }
        for warning in question.approval.warnings { print("  ! \(warning.text)") }
        return ask(question.approval.verb) ? .approved : .rejected
    }
}

var words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
if isCheck { words.removeFirst() }
guard let linkText = words.first, let gateway = words.last, words.count == 2 else {
    print("usage: payments [--check] LINK GATEWAY")
    exit(64)
}

// The wallet: its methods sign the gateway's actions, after an approval.
let account = try WalletSigner.demo()
let gate = Gate(approver: TerminalApprover())
let services = WalletServices(activeAccount: account, gate: gate)
let dispatcher = RequestDispatcher(handler: Router.wallet(services, version: "1.0"), gate: gate)

// The payment. Attempts are in memory; pass your own `PaymentJournal` to resolve them after a restart.
var configuration = PayClient.Configuration(appID: "example")
configuration.baseURL = gateway
let ports = PaymentPorts(
    gateway: try PayClient(configuration),
    signer: DispatcherSigner(dispatcher, service: try Origin(ofURL: gateway)),
    journal: MemoryPaymentJournal(), wallClock: { Int64(time(nil)) })
let queue = PaymentQueue(ports) {
    Chain.wellKnown.compactMap { AccountID("\($0.caip):\(account.address(.ethereum))") }
}
let link = try PaymentLink(linkText)

let (states, changes) = AsyncStream.makeStream(of: PaymentFlow.State.self)
queue.events.add { _ in
    if let state = queue.flow?.state { changes.yield(state) }
}
queue.open(link.id)

var last: PaymentFlow.State?
for await state in states where state != last {
    last = state
    switch state {
    case .options:
        // A wallet lets the user choose; this one takes the first option.
        guard let choice = queue.flow?.options.compactMap({ PaymentChoice($0) }).first else { exit(1) }
        queue.take(.choose(choice))
    case .review:
        guard let flow = queue.flow, let option = flow.option else { exit(1) }
        let amount = "\(option.amount.decimal) \(Quotation.of(option.amount.display.symbol))"
        print("\nPay \(Quotation.of(flow.info?.merchantName ?? "")): \(amount), from \(option.account)")
        // If an attempt was refused or failed before anything was signed, the review is shown again, with a notice.
        if let notice = flow.notice { print("not paid: \(notice)") }
        queue.take(flow.notice == nil && ask("Pay") ? .pay : .cancel)
    case .collecting:
        print("The payment needs personal data, which this example does not ask for.")
        queue.take(.cancel)
    case .ended(let end):
        print("\nended: \(end)")
        if case .succeeded = end { exit(0) }
        exit(1)
    default: print("… \(state)")
    }
}

// A wallet for web pages in a window: Ethereum, Bitcoin Cash and Bitcoin, with public test keys and without storage. Do
// not use its addresses for anything of value.
//
//   wallet URL           opens the page
//   wallet --check URL   approves automatically, and exits with 0 when the page has received a signature
//
// DRAWBRIDGE_NODE=https://…  is the node for Ethereum; without it, pages can connect and sign, but not send.

import Bridge
import EthereumWallet
import Glibc
import GLibKit
import Network
import WalletCore
import WalletMethods
import WalletUI
import WebHost

/// Approves everything, for the check.
final class CheckApprover: Approver {
    func decide(_ question: PendingApproval) async -> Decision { .approved }
}

let words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
guard let url = words.last, words.count == (isCheck ? 2 : 1), MainLoop.start() else {
    print("usage: wallet [--check] URL, with a display")
    exit(64)
}

// The keys. A wallet for real money opens a `Vault` of the module Keys here, or implements `Signer`.
let account = try WalletSigner.demo()

// The window and the questions to the user.
var appearance = BrowserWindow.Options()
appearance.title = "Example wallet"
appearance.notice = account.notice
let window = BrowserWindow(options: appearance)
let gate = Gate(
    approver: isCheck ? CheckApprover() : ApprovalPresenter(parent: window, notice: account.notice))

// The networks. Permissions, transactions and recipients are in memory; pass your own `GrantStore`, `Journal` and
// `RecipientBook` to store them.
var nodes: [UInt64: Endpoint] = [:]
if let node = getenv("DRAWBRIDGE_NODE") { nodes[Chain.ethereum.id] = try Endpoint(String(cString: node)) }
let client = WebClient()
let chains = ChainBook(endpoints: nodes) { endpoint in JSONRPCNode(endpoint, sender: client) }
let services = WalletServices(activeAccount: account, gate: gate, chains: chains)
services.siteWarnings.lookalikes = Lookalikes(registeredDomain: PublicSuffix.registeredDomain)

// The methods.
let dispatcher = RequestDispatcher(handler: Router.wallet(services, version: "1.0"), gate: gate)
dispatcher.traffic.add { message in print(message.direction.rawValue, message.text) }

// The page.
var options = WebView.Options()
options.dialects = [
    .link,
    .ethereum(
        name: "Example wallet", icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
        domain: "org.example.wallet"),
]
let view = WebView(
    dispatcher: dispatcher, profile: Profile(), options: options, eventBus: services.eventBus,
    initialEvents: services.ethereum.initialEvents)
window.show(view)
window.onClose = { MainLoop.stop() }
view.load(url)
MainLoop.run()

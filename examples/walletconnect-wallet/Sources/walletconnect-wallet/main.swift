// A wallet for the terminal, with a key of its own that ends with the program: it connects to an app with WalletConnect
// and signs messages.
//
//   walletconnect-wallet RELAY LINK            asks before it connects and before it signs
//   walletconnect-wallet --check RELAY LINK    approves automatically

import Bridge
import Ethereum
import Glibc
import Keys
import Primitives
import WalletConnect

var words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
if isCheck { words.removeFirst() }
guard let relay = words.first, let link = words.last, words.count == 2 else {
    print("usage: walletconnect-wallet [--check] RELAY LINK")
    exit(64)
}

/// Asks the user in the terminal.
func ask(_ question: String) -> Bool {
    print("\(VisibleText.of(question)) [y/N] ", terminator: "")
    return isCheck || readLine() == "y"
}

let key = try PrivateKey(SecretBytes(randomCount: 32))
let account = AccountID(chain: ChainID(eip155: 1), address: EthereumAddress(try key.publicKey()).description)
let supported = SupportedNamespaces([
    SupportedNamespaces.Entry(
        "eip155", chains: [account.chain], methods: ["personal_sign"], events: [], accounts: [account])
])

/// Answers what the app asks, until the session ends.
func serve() async throws {
    let client = WalletConnectClient(
        try WalletConnectConfiguration(metadata: AppMetadata(name: "Example wallet"), relay: relay))
    try await client.start()
    let wallet = client.wallet
    try await wallet.pair(link)
    for await news in await wallet.news() {
        switch news {
        case .proposal(let proposal):
            if ask("Connect to \(proposal.app.name), \(proposal.app.url)?") {
                try await wallet.approve(proposal, with: supported)
            } else {
                try await wallet.reject(proposal)
            }
        case .request(let request):
            let message = PersonalMessage(request.request.params[0]?.string ?? "")
            if ask("Sign “\(String(decoding: message.bytes, as: UTF8.self))”?") {
                try await wallet.answer(request, with: .string("0x" + Hex.encode(try key.sign(message.digest).encoded)))
            } else {
                try await wallet.reject(request)
            }
        case .ended, .expired: exit(0)
        default: break
        }
    }
}

do {
    try await serve()
} catch {
    print("The wallet has ended: \(error)")
    exit(1)
}

// An app that connects to a wallet with WalletConnect, and lets the user sign a message.
//
//   walletconnect-dapp RELAY     RELAY is wss://…, or ws://127.0.0.1:7700 for a relay on your computer
//
// Any wallet that uses the same relay can scan the code or open the link, such as walletconnect-wallet.

import Bridge
import Glibc
import QRWriter
import WalletConnect

guard CommandLine.arguments.count == 2 else {
    print("usage: walletconnect-dapp RELAY")
    exit(64)
}

// Configure: the relay, and what wallets show about the app.
let client: WalletConnectClient
do {
    client = WalletConnectClient(
        try WalletConnectConfiguration(
            metadata: AppMetadata(name: "Example app", url: "https://app.example"), relay: CommandLine.arguments[1]))
    try await client.start()
} catch {
    print("The relay cannot be used: \(error)")
    exit(1)
}

/// Connects to a wallet, and requests a signature.
func sign() async throws {
    // Connect: what the app could use. The wallet shares accounts, and may support less.
    let wanted = ProposalNamespaces([
        ProposalNamespaces.Entry("eip155", chains: ["eip155:1"], methods: ["personal_sign"])
    ])
    let session = try await client.app.connect(wanted) { link in
        for line in QRCode(link)?.lines ?? [] { print(line) }
        print("Scan the code with your wallet, or open this link:\n\n\(link)\n")
        fflush(nil)
    }
    let account = await session.accounts().first?.address ?? ""
    print("Connected to \(VisibleText.of(session.details.peer.name)) with \(account).")

    // Request: the answer comes where it was asked for.
    let signature = try await session.request("personal_sign", ["0x48656c6c6f", .string(account)])
    print("Signature: \(signature.text)")
    try await session.disconnect()
    // Without a session, the connection ends as soon as the relay has all messages.
    for await state in await client.connectionStates() where state == .offline { break }
}

do {
    try await sign()
} catch {
    // The user rejected it, or nobody opened the link in time.
    print("No signature: \(error)")
    exit(1)
}

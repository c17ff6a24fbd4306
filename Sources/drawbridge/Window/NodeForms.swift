import Bitcoin
import Bridge
import Wallet
import WalletUI

/// Says in the window which chain has no node when one is needed, and lets the user set it there.
@MainActor final class NodeForms {
    private let chains: ChainBook
    private let window: BrowserWindow
    private let mark: PhraseMark
    private let time: Timekeeper
    private var told: [UInt64: Duration] = [:]
    private var form: FormWindow?

    /// How long a chain is not spoken of again: pages ask often.
    static let pause = Duration.seconds(60)

    /// Begins to listen to `desk`.
    init(_ desk: Desk, window: BrowserWindow, mark: PhraseMark, time: Timekeeper = .system) {
        chains = desk.chains
        self.window = window
        self.mark = mark
        self.time = time
        chains.onMissingNode = { [weak self] chain in self?.tell(chain) }
        desk.coins.onMissingServer = { [weak self] ledger in
            self?.window.say(
                "No server is set for \(ledger.name), so nothing can be sent on it. Set one and start again: "
                    + "drawbridge endpoint set \(ledger.unit) ssl://HOST:PORT")
        }
    }

    private static func sentence(_ chain: Chain) -> String {
        "No node is set for \(chain.name). Without one, sites cannot read this network and you cannot send on it."
    }

    private func tell(_ chain: Chain) {
        let now = time.now()
        if let last = told[chain.id], now - last < Self.pause { return }
        told[chain.id] = now
        window.say(Self.sentence(chain), button: "Set node…") { [weak self] in self?.open(chain) }
    }

    private func open(_ chain: Chain) {
        if let form { return form.present() }
        let form = FormWindow(over: window, mark: mark)
        self.form = form
        Task {
            await ask(chain, form)
            self.form = nil
            form.close()
        }
    }

    private func ask(_ chain: Chain, _ form: FormWindow) async {
        var answers = await form.ask(
            Form(
                title: "Drawbridge – networks", heading: "Set a node for \(chain.name)",
                paragraphs: [
                    "A node reads the network for you and passes on your transactions. It learns your addresses, so choose one that you trust."
                ],
                fields: [
                    FormField(
                        "node", label: "Address of the node", .text(),
                        hint: "JSON-RPC over https://, or http:// to this computer.", isRequired: true)
                ], verb: "Set node"))
        while let given = answers {
            form.work("Asking the node…")
            guard let problem = await problem(of: given["node"], for: chain) else {
                told[chain.id] = nil
                return window.takeBack(Self.sentence(chain))
            }
            answers = await form.complain(["node": problem])
        }
    }

    /// Uses the node at `address` from now on; says why where it cannot be used.
    private func problem(of address: String, for chain: Chain) async -> String? {
        let endpoint: Endpoint
        do throws(EndpointFault) {
            endpoint = try Endpoint(String(address.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }))
        } catch {
            return "The address \(error.rawValue)."
        }
        do throws(RPCError) {
            let id = try await chains.chainID(at: endpoint)
            guard id == chain.id else { return "This is a node of another network (chain \(id))." }
            try await chains.add(chain, at: endpoint)
            return nil
        } catch {
            return "This node cannot be used. \(error.message)"
        }
    }
}

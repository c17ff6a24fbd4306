import Bridge
import Ethereum
import EthereumWallet
import HeadlessWallet
import Keys
import Messages
import WalletCore
import WalletMethods
import WalletUI
import WebHost

/// A wallet for practice.
extension WalletWindow {
    /// Gives the account coins and contacts on the networks for practice, and opens nothing else.
    func practise(on network: PracticeNetwork) {
        home.context.practice = network
        home.tasks.start { [context = home.context] in await context.beginPractice(on: network) }
        socket = WalletSocket(in: network.folder, answering: wallet.headless, notice: PracticeKeys.notice)
        let sentence = PracticeKeys.onlyWallet
        view.findObstacle = { _ in LoadObstacle(sentence, isAdvice: false) }
        window.takesAddress = { [links, window] text in
            if !links.takeText(text) { window.report(sentence) }
            return true
        }
    }
}

extension PageContext {
    /// Adds the tokens and the contacts of the networks, and pays something to each account.
    fileprivate func beginPractice(on network: PracticeNetwork) async {
        for token in network.tokens { await services.knowledge.tokens.add(token) }
        for contact in network.contacts {
            try? await holdings.contacts.add(contact)
            let recipient = Recipient(
                chain: contact.chain, address: contact.address, name: contact.name, lastUsed: now)
            try? await services.recipients.remember(recipient)
        }
        await holdings.refresh()
        for account in holdings.accounts {
            guard let source = try? holdings.part(holdings.addresses, for: account.id),
                let address = try? source.addresses(of: account.id).first?.text
            else { continue }
            let chain = account.id.chain.description
            await network.pay("1", nil, address, chain)
            guard account.id.chain == ChainID(eip155: network.chain.id) else { continue }
            for token in network.tokens { await network.pay("1000", token.address.description, address, chain) }
        }
        await holdings.refresh()
        stack?.update()
    }

    /// Pays some of an asset to an address of the wallet.
    func practise(_ asset: HeldAsset, to address: String) async {
        guard let practice else { return }
        let isToken = asset.id.namespace == "erc20"
        await practice.pay(
            isToken ? "25" : "0.05", isToken ? asset.id.reference : nil, address, asset.id.chain.description)
        await holdings.refresh()
        stack?.update()
    }
}

extension PracticeKeys {
    /// Why something is not done for a wallet of such keys.
    static var onlyWallet: String {
        localized("This is not possible while you practise: only the wallet itself is used.")
    }
}

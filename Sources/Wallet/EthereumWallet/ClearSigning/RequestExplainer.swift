import Bridge
package import ClearSigning
package import Ethereum
import Foundation
import Messages
package import WalletCore

/// Explains in plain language what a transaction or a message does, and which dangers it has.
package struct RequestExplainer: Sendable {
    private let tokens: TokenBook
    let recipients: any RecipientBook
    private let descriptors: DescriptorBook
    private let own: [EthereumAddress]
    let names: AddressNames?
    private let now: @Sendable () -> Int64

    /// Creates an explainer from the known tokens, earlier recipients and contracts, and the wallet's `own` accounts;
    /// `names` has the names of others.
    ///
    /// `now` is the time in seconds since 1970, by default the system time.
    package init(
        tokens: TokenBook, recipients: any RecipientBook, descriptors: DescriptorBook = .empty,
        own: [EthereumAddress] = [], names: AddressNames? = nil,
        now: (@Sendable () -> Int64)? = nil
    ) {
        self.tokens = tokens
        self.recipients = recipients
        self.descriptors = descriptors
        self.own = own
        self.names = names
        self.now = now ?? { Int64(Date().timeIntervalSince1970) }
    }

    /// Explains a transaction on `chain`; `isForMerchant` means that a payment asks for it, `payee` is the name by
    /// which the user gave the recipient, and `typedPrice` what the user has typed as the price of items.
    package func explain(
        _ call: ContractCall, on chain: Chain, holdings: Holdings = .unknown, isForMerchant: Bool = false,
        payee: ResolvedName? = nil, typedPrice: String = ""
    ) async -> Explanation {
        await explain(
            call, on: chain, holdings: holdings, evidence: nil, isForMerchant: isForMerchant, payee: payee,
            typedPrice: typedPrice)
    }

    /// Explains a transaction for which `evidence` may stand in where it cannot be read.
    func explain(
        _ call: ContractCall, on chain: Chain, holdings: Holdings, evidence: SimulatedEvidence?,
        isForMerchant: Bool = false, payee: ResolvedName? = nil, typedPrice: String = ""
    ) async -> Explanation {
        await descriptors.prepare(Set([call.to].compactMap(\.self)), on: chain.id)
        // A contract that the wallet can name ignores data after the arguments of its functions.
        let takesMarks = call.to.map { isKnown($0, on: chain.id) } ?? false
        let intent = Intent(call, takesMarks: takesMarks)
        await descriptors.prepare(Set(intent.all.flatMap(\.parties)), on: chain.id)
        let display = descriptors.display(call, context: context(on: chain))
        let inner = display?.inner.map { Intent($0) } ?? []
        var words = await words(
            for: [intent] + inner, display, on: chain, signer: call.from, holdings: holdings)
        words.isForMerchant = isForMerchant
        words.simulatedBalances = evidence?.balances ?? [:]
        words.effects = words.effects(of: call, intent, evidence)
        words.typedPrice = typedPrice
        var explanation = words.explanation(of: intent, call: call, display: display, inner: inner)
        explanation.rows += Self.rows(behind: call, takesMarks: takesMarks && !explanation.hasExtraDataRow)
        await addNames(
            to: &explanation, words.known, isAsking: holdings.coins != nil, payee: payee, on: chain)
        return explanation
    }

    /// The data after the arguments of a call, which its contract ignores.
    private static func rows(behind call: ContractCall, takesMarks: Bool) -> [Approval.Row] {
        if let attribution = call.attribution {
            return [Approval.Row(localized("Attributed to"), .untrusted(attribution.codes.joined(separator: ", ")))]
        }
        let count = takesMarks ? Intent.marks(of: call) : 0
        guard count > 0 else { return [] }
        return [Approval.Row(localized("Extra data"), .trusted(extraData(count)))]
    }

    /// The text that says how much data a contract ignores.
    static func extraData(_ bytes: Int) -> String {
        localized(
            "\(bytes, as: "count") byte that the contract ignores",
            plural: "\(bytes, as: "count") bytes that the contract ignores", count: bytes)
    }

    /// Explains a structured message that a site on `chain` asks `signer` to sign.
    ///
    /// `isPayment` means that spender and amount match a payment that the user chose in the wallet, and `site` is the host
    /// of the page that asks; `nil` unless the connection to it is secure.
    package func explain(
        _ data: TypedData, on chain: Chain, signer: EthereumAddress, holdings: Holdings = .unknown,
        isPayment: Bool = false, site: String? = nil, typedPrice: String = ""
    ) async -> Explanation {
        let intent = Intent(data)
        let contract = data.domain["verifyingContract"].flatMap { value -> EthereumAddress? in
            if case .address(let address) = value { address } else { nil }
        }
        await descriptors.prepare(
            Set(intent.all.flatMap(\.parties) + [contract].compactMap(\.self)), on: chain.id)
        let display = descriptors.display(data, context: context(on: chain))
        let inner = display?.inner.map { Intent($0) } ?? []
        var words = await words(for: [intent] + inner, display, on: chain, signer: signer, holdings: holdings)
        words.isMessage = true
        words.isPayment = isPayment
        words.site = site
        words.typedPrice = typedPrice
        words.isForMerchant = isPayment
        var explanation = words.explanation(of: intent, display: display, inner: inner)
        if intent.isComplete { explanation.rows += words.rows(of: intent.unsaidAmounts(in: data)) }
        if intent.isOrder, contract.map({ isKnown($0, on: chain.id) }) != true {
            explanation.warn(
                .danger, localized("The wallet does not know the contract that would carry out this exchange."))
        }
        await addNames(
            to: &explanation, words.known, isAsking: holdings.coins != nil, payee: nil, on: chain)
        return explanation
    }

    /// Whether the wallet knows a contract.
    private func isKnown(_ contract: EthereumAddress, on chainID: UInt64) -> Bool {
        descriptors.knownName(of: contract, on: chainID) != nil
    }

    private func context(on chain: Chain) -> DisplayContext {
        DisplayContext(coin: chain.symbol, isCoinTheirs: !chain.isWellKnown) { [tokens] address in
            tokens.token(address, on: chain.id)
        }
    }

    private func words(
        for intents: [Intent], _ display: Display?, on chain: Chain, signer: EthereumAddress?, holdings: Holdings
    ) async -> IntentExplainer {
        let book = KnownAddresses(book: recipients, own: own, descriptors: descriptors, chain: chain)
        let parties =
            intents.flatMap(\.all).flatMap(\.parties) + (display?.receivers ?? [])
            + (display?.labeledReceivers ?? []) + (display?.parties.map(\.address) ?? [])
        let known = await book.look(up: Set(parties))
        return IntentExplainer(
            chain: chain, signer: signer, known: known, tokens: tokens, holdings: holdings, now: now())
    }
}

extension Intent {
    /// Whether it offers or executes an exchange.
    fileprivate var isOrder: Bool {
        all.contains { part in
            if case .order = part { true } else { false }
        }
    }

    /// The accounts that get or may take something, and the contracts that are called.
    var parties: [EthereumAddress] {
        switch self {
        case .payment(let to, _): [to]
        case .transfer(let transfer): [transfer.to] + [transfer.from].compactMap(\.self)
        case .allowance(let allowance): [allowance.spender]
        case .control(let control): [control.operator]
        case .call(let call):
            [call.contract].compactMap(\.self) + call.inner.compactMap(\.to)
                + call.arguments.flatMap { ArgumentRoles.receivers($0.value, $0.parameter) }
        case .action(let action):
            [action.contract] + action.recipients + (action.share?.recipients ?? [])
                + [action.owner, action.operator, action.purchaseOfItems?.collection].compactMap(\.self) + action.code
                + action.executors
        case .grant(let grant): [grant.contract].compactMap(\.self) + grant.to
        case .blind(let call): [call.contract]
        case .order(let order): order.gets.compactMap(\.recipient) + [order.spender].compactMap(\.self)
        case .wrap(let contract, _, _): [contract]
        case .creation, .message: []
        }
    }
}

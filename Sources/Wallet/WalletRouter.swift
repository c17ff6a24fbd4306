internal import Ethereum
public import Bridge

extension Router {
    /// The wallet's methods, for both page dialects, and for payments.
    ///
    /// - Parameters:
    ///   - desk: What they work with.
    ///   - version: The wallet's version, as reported to sites.
    /// - Returns: A router for the dialects `link` and `ethereum`, and ``/Bridge/RequestDispatcher/paymentDialect``.
    @MainActor public static func wallet(_ desk: Desk, version: String) -> Router {
        func table(_ methods: [any Method]) -> [String: any Handler] {
            MethodTable(methods, gate: desk.gate, grants: desk.grants).handlers
        }
        return Router([
            "link": table(link(desk, version: version)),
            "ethereum": table(ethereum(desk, version: version)),
            RequestDispatcher.paymentDialect: table(payment(desk)),
        ])
    }

    /// The methods of Link's dialect.
    @MainActor static func link(_ desk: Desk, version: String) -> [any Method] {
        [
            GetInfo(version: version),
            GetAddress(desk: desk),
            RequestWeb3Sign(desk: desk),
            RequestValue(desk),
            SendAssets(desk: desk),
            PayInvoice(desk: desk),
            CreateToken(desk: desk),
        ]
    }

    /// What can be asked for a payment.
    @MainActor static func payment(_ desk: Desk) -> [any Method] {
        [
            PersonalSign(desk: desk),
            SignTypedData(names: ["eth_signTypedData", "eth_signTypedData_v4"], desk: desk, version: .v4),
            SignTypedData(names: ["eth_signTypedData_v3"], desk: desk, version: .v3),
            SendTransaction(desk: desk, isSent: true),
        ]
    }

    /// The methods of Ethereum's dialect.
    @MainActor static func ethereum(_ desk: Desk, version: String) -> [any Method] {
        let connecting = Connecting()
        let methods: [any Method] = [
            ConnectEthereum(desk: desk, answer: .accounts, connecting: connecting),
            ConnectEthereum(desk: desk, answer: .permissions, connecting: connecting),
            Permissions.Get(desk: desk),
            Permissions.Revoke(desk: desk),
            SendTransaction(desk: desk, isSent: true),
            SendTransaction(desk: desk, isSent: false),
            SendRawTransaction(desk: desk),
            PersonalSign(desk: desk),
            RecoverSigner(desk: desk),
            SignLegacyTypedData(desk: desk, takesVersion4: true),
            SignLegacyTypedData(desk: desk, takesVersion4: false),
            SignTypedData(names: ["eth_signTypedData_v3"], desk: desk, version: .v3),
            SignTypedData(names: ["eth_signTypedData_v4"], desk: desk, version: .v4),
            WatchAsset(desk: desk),
            AddChain(desk: desk),
            SwitchChain(desk: desk),
        ]
        return methods + EthereumFacts.Fact.allCases.map { EthereumFacts(fact: $0, desk: desk, version: version) }
            + Filters.Action.allCases.map { Filters(action: $0, desk: desk) }
            + Subscriptions.Action.allCases.map { Subscriptions(action: $0, desk: desk) }
            + AskNode.all(desk) + Unsupported.all
    }
}

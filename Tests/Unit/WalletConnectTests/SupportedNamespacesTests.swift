import Bridge
import Testing

@testable import WalletConnect

@Suite struct SupportedNamespacesTests {
    private static let address = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"

    private static let chains = [1, 10, 137].map { ChainID(eip155: $0) }

    private static let supported = SupportedNamespaces([
        SupportedNamespaces.Entry(
            "eip155", chains: chains, methods: ["personal_sign", "eth_sendTransaction"],
            events: ["accountsChanged", "chainChanged"],
            accounts: [1, 10].map { AccountID(chain: ChainID(eip155: $0), address: address) })
    ])

    private func approve(
        required: [ProposalNamespaces.Entry] = [], optional: [ProposalNamespaces.Entry] = [],
        by supported: SupportedNamespaces = supported
    ) throws(WalletConnectError) -> SessionNamespaces {
        try supported.approve(required: ProposalNamespaces(required), optional: ProposalNamespaces(optional))
    }

    @Test(arguments: [
        (ProposalNamespaces.Entry("solana", chains: ["solana:x"]), NamespaceFault.unsupportedNamespace),
        (.init("eip155", chains: ["eip155:1", "eip155:5"]), .unsupportedChain),
        (.init("eip155:5"), .unsupportedChain), (.init("eip155:1", methods: ["eth_sign"]), .unsupportedMethod),
        (.init("eip155:1", events: ["message"]), .unsupportedEvent), (.init("eip155:137"), .noAccount),
        (.init("eip155", chains: []), .emptyChains),
    ])
    func `something required that is not supported is refused with its code`(
        entry: ProposalNamespaces.Entry, fault: NamespaceFault
    ) {
        #expect(throws: WalletConnectError.namespaces(fault)) { try approve(required: [entry]) }
    }

    @Test func `an optional namespace that is not valid invalidates the proposal`() {
        #expect(throws: WalletConnectError.namespaces(.emptyChains)) {
            try approve(required: [.init("eip155:1")], optional: [.init("eip155", chains: [])])
        }
    }

    @Test func `nothing is approved if nothing of what is optional is supported`() {
        #expect(throws: WalletConnectError.namespaces(.unsupportedChain)) {
            try approve(optional: [.init("solana", chains: ["solana:x"], methods: ["solana_signMessage"])])
        }
        #expect(throws: WalletConnectError.namespaces(.unsupportedChain)) {
            try approve(by: SupportedNamespaces([]))
        }
    }

    @Test func `what is required is approved, and no more`() throws {
        let session = try approve(required: [
            .init("eip155", chains: ["eip155:10"], methods: ["personal_sign"], events: [])
        ])
        #expect(
            session.entries == [
                .init(
                    "eip155", chains: ["eip155:10"], accounts: ["eip155:10:\(Self.address)"], methods: ["personal_sign"]
                )
            ])
    }

    @Test func `what is optional is approved as far as it is supported, without empty namespaces`() throws {
        let session = try approve(optional: [
            .init(
                "eip155", chains: ["eip155:5", "eip155:10", "eip155:1", "eip155:137"],
                methods: ["eth_sign", "eth_sendTransaction"], events: ["chainChanged", "message"]),
            .init("solana", chains: ["solana:x"], methods: ["solana_signMessage"]),
            .init("eip155:56", methods: ["personal_sign"]),
        ])
        #expect(
            session.entries == [
                .init(
                    "eip155", chains: ["eip155:10", "eip155:1"],
                    accounts: ["eip155:10:\(Self.address)", "eip155:1:\(Self.address)"],
                    methods: ["eth_sendTransaction"],
                    events: ["chainChanged"])
            ])
    }

    @Test func `a required key of a chain is satisfied`() throws {
        let required = [ProposalNamespaces.Entry("eip155:1", methods: ["personal_sign"])]
        let session = try approve(required: required, optional: [.init("eip155:10", methods: ["eth_sendTransaction"])])
        try session.validate(against: ProposalNamespaces(required))
        #expect(session.entries.map(\.key) == ["eip155"])
        #expect(session.entries.first?.methods == ["personal_sign", "eth_sendTransaction"])
    }

    @Test func `a proposal that asks for nothing gets everything that has accounts`() throws {
        let session = try approve()
        #expect(
            session.entries == [
                .init(
                    "eip155", chains: ["eip155:1", "eip155:10"],
                    accounts: ["eip155:1:\(Self.address)", "eip155:10:\(Self.address)"],
                    methods: ["personal_sign", "eth_sendTransaction"], events: ["accountsChanged", "chainChanged"])
            ])
    }
}

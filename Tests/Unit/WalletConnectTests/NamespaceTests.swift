import Bridge
import Testing

@testable import WalletConnect

/// The twenty cases of WalletConnect's "Namespaces", and more.
@Suite struct NamespaceTests {
    private static func proposal(_ text: String) throws -> ProposalNamespaces {
        try ProposalNamespaces(JSON(parsing: text), path: "requiredNamespaces")
    }

    private static func session(_ text: String) throws -> SessionNamespaces {
        try SessionNamespaces(JSON(parsing: text), path: "namespaces")
    }

    // MARK: Proposals

    private static let proposals: [(String, String, NamespaceFault?)] = [
        ("1.1", #"{"eip155:10":{"methods":["personal_sign"],"events":["accountsChanged","chainChanged"]}}"#, nil),
        (
            "1.2", #"{"cosmos":{"chains":[],"methods":["cosmos_signDirect"],"events":["someCosmosEvent"]}}"#,
            .emptyChains
        ),
        (
            "1.3",
            #"{"eip155":{"chains":["eip155:1","eip155:137"],"methods":["eth_sign"],"events":[]},"eip155:10":{"methods":["personal_sign"],"events":[]}}"#,
            nil
        ),
        ("1.4", #"{"eip155":{"chains":["42"],"methods":["eth_sign"],"events":["accountsChanged"]}}"#, .malformedChain),
        ("1.5", #"{"eip155":{"chains":["eip155:1"],"methods":[],"events":[]}}"#, nil),
        (
            "1.6",
            #"{"eip155":{"chains":["eip155:1","eip155:137","cosmos:cosmoshub-4"],"methods":["eth_sendTransaction"],"events":[]}}"#,
            .otherNamespaceOfChain
        ),
        (
            "1.7",
            #"{"":{"chains":[":1"],"methods":["personalSign"],"events":[]},"**":{"chains":["**:1"],"methods":[],"events":[]}}"#,
            .malformedKey
        ),
        (
            "1.8",
            #"{"eip155":{"chains":["eip155:1"],"methods":["personalSign"],"events":[]},"cosmos":{"chains":[],"methods":[],"events":[]}}"#,
            .emptyChains
        ),
        ("1.9", "{}", nil),
        // Beyond the specification.
        ("no chains", #"{"eip155":{"methods":[],"events":[]}}"#, .emptyChains),
        ("chain repeats itself", #"{"eip155:1":{"chains":["eip155:1"]}}"#, nil),
        ("chain with another", #"{"eip155:1":{"chains":["eip155:2"]}}"#, .otherNamespaceOfChain),
        ("long key", #"{"abcdefghi":{"chains":["abcdefghi:1"]}}"#, .malformedKey),
        ("upper case", #"{"EIP155":{"chains":["EIP155:1"]}}"#, .malformedKey),
        ("key with three parts", #"{"eip155:1:2":{}}"#, .malformedKey),
    ]

    @Test(arguments: proposals)
    func `a proposal is valid or has the code of the specification`(
        name: String, text: String, fault: NamespaceFault?
    ) throws {
        let namespaces = try Self.proposal(text)
        if let fault {
            #expect(throws: WalletConnectError.namespaces(fault), "\(name)") { try namespaces.validate() }
        } else {
            try namespaces.validate()
        }
        #expect(try ProposalNamespaces(namespaces.json, path: "") == namespaces)
    }

    @Test(arguments: [
        "[]", "1", #""x""#, #"{"eip155":[]}"#, #"{"eip155":{"chains":"eip155:1"}}"#, #"{"eip155":{"chains":[1]}}"#,
        #"{"eip155":{"methods":{}}}"#, #"{"eip155":{"events":[null]}}"#,
        "{" + (0..<65).map { #""k\#($0)":{}"# }.joined(separator: ",") + "}",
        #"{"eip155":{"chains":[\#((0..<1_025).map { #""eip155:\#($0)""# }.joined(separator: ","))]}}"#,
    ])
    func `namespaces of another form are refused`(text: String) throws {
        let json = try JSON(parsing: text)
        for path in ["requiredNamespaces"] {
            #expect(throws: WalletConnectError.self) { try ProposalNamespaces(json, path: path) }
        }
        if !text.contains("chains") {
            #expect(throws: WalletConnectError.self) { try SessionNamespaces(json, path: "n") }
        }
    }

    @Test func `a key of a chain and a key of its namespace are merged`() throws {
        let namespaces = try Self.proposal(
            #"{"eip155:10":{"methods":["b","a"]},"eip155":{"chains":["eip155:1","eip155:10"],"methods":["a"],"events":["e"]}}"#
        )
        let scopes = try namespaces.scopes()
        #expect(
            scopes == [
                NamespaceScope(
                    "eip155", chains: ["eip155:10", "eip155:1"].compactMap { ChainID($0) }, methods: ["b", "a"],
                    events: ["e"])
            ])
    }

    // MARK: Sessions

    private static let one = "eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
    private static let required =
        #"{"eip155":{"chains":["eip155:1"],"methods":["eth_sign"],"events":["accountsChanged"]}}"#

    private static func eip155(
        _ accounts: String..., methods: String = #""eth_sign""#, events: String = #""accountsChanged""#
    ) -> String {
        let list = accounts.map { #""\#($0)""# }.joined(separator: ",")
        return #"{"eip155":{"accounts":[\#(list)],"methods":[\#(methods)],"events":[\#(events)]}}"#
    }

    private static let sessions: [(String, String, String, NamespaceFault?)] = [
        (
            "2.1", #"{"cosmos":{"chains":["cosmos:cosmoshub-4"],"methods":["cosmos_signDirect"],"events":["e"]}}"#,
            #"{"cosmos":{"accounts":[],"methods":["cosmos_signDirect"],"events":["e"]}}"#, .emptyAccounts
        ),
        ("2.2", required, eip155("eip155:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"), .malformedAccount),
        ("2.3", required, eip155(one, methods: ""), .missingMethod),
        (
            "2.4",
            #"{"eip155":{"chains":["eip155:1","eip155:10"],"methods":["eth_sign"],"events":["accountsChanged"]}}"#,
            eip155(one), .missingAccount
        ),
        (
            "2.5", required,
            eip155(
                one, "eip155:1:0x25caCa7f7Bf3A77b1738A8c98A666dd9e4C69A0C",
                "eip155:1:0x2Fe1cC9b1DCe6E8e16C48bc6A7ABbAB3d10DA954"), nil
        ),
        (
            "2.6", required,
            eip155(one, methods: #""eth_sign","personalSign""#, events: #""accountsChanged","someEvent""#), nil
        ),
        (
            "2.7", required, eip155(one, "cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0"),
            .otherNamespaceOfAccount
        ),
        ("2.8", required, eip155(one, "eip155:42:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"), nil),
        (
            "2.9",
            #"{"eip155":{"chains":["eip155:137","eip155:1"],"methods":["eth_sign"],"events":["accountsChanged"]},"cosmos":{"chains":["cosmos:cosmoshub-4"],"methods":["cosmos_signDirect"],"events":["e"]}}"#,
            eip155(one, "eip155:137:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"), .missingNamespace
        ),
        (
            "2.10", #"{"eip155":{"chains":["eip155:1"],"methods":[],"events":["chainChanged"]}}"#,
            eip155(one, methods: "", events: ""), .missingEvent
        ),
        (
            "2.11",
            #"{"eip155":{"chains":["eip155:1","eip155:137"],"methods":["eth_sendTransaction","eth_signTransaction","eth_sign"],"events":["accountsChanged","chainChanged"]}}"#,
            #"{"eip155":{"chains":["eip155:1","eip155:137"],"methods":["eth_sendTransaction","eth_signTransaction","eth_sign"],"events":["accountsChanged","chainChanged"],"accounts":["\#(one)","eip155:137:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"]},"eip155:42161":{"methods":["personal_sign"],"events":["accountsChanged","chainChanged"],"accounts":["eip155:42161:0x0910e12C68d02B561a34569E1367c9AAb42bd810"]}}"#,
            nil
        ),
        // Beyond the specification.
        ("nothing approved", required, "{}", .missingNamespace),
        ("nothing required", "{}", eip155(one), nil),
        ("malformed key", "{}", #"{"**":{"accounts":["\#(one)"]}}"#, .malformedKey),
        ("key of another chain", "{}", #"{"eip155:2":{"accounts":["\#(one)"]}}"#, .otherNamespaceOfAccount),
        (
            "required by chain, approved by namespace", #"{"eip155:1":{"methods":["eth_sign"]}}"#, eip155(one), nil
        ),
        (
            "required by namespace, approved by chain", required,
            #"{"eip155:1":{"accounts":["\#(one)"],"methods":["eth_sign"],"events":["accountsChanged"]}}"#, nil
        ),
        (
            "chains of another namespace", "{}", #"{"eip155":{"chains":["cosmos:x"],"accounts":["\#(one)"]}}"#,
            .otherNamespaceOfChain
        ),
        (
            "address of TON", "{}",
            #"{"ton":{"accounts":["ton:-239:UQAr_9EY3H2b3VnY3H2b3VnY3H2b3VnY3H2b3VnY3H2b3VnY="]}}"#, nil
        ),
        ("address with a slash", "{}", #"{"ton":{"accounts":["ton:-239:UQ/r"]}}"#, .malformedAccount),
    ]

    @Test(arguments: sessions)
    func `a session is valid or has the code of the specification`(
        name: String, required: String, text: String, fault: NamespaceFault?
    ) throws {
        let (required, namespaces) = (try Self.proposal(required), try Self.session(text))
        if let fault {
            #expect(throws: WalletConnectError.namespaces(fault), "\(name)") {
                try namespaces.validate(against: required)
            }
        } else {
            try namespaces.validate(against: required)
        }
        #expect(try SessionNamespaces(namespaces.json, path: "") == namespaces)
    }

    @Test(arguments: [
        (NamespaceFault.emptyChains, Int64(5100)), (.malformedChain, 5100), (.otherNamespaceOfChain, 5100),
        (.malformedKey, 5104),
        (.emptyAccounts, 5001), (.malformedAccount, 5001), (.otherNamespaceOfAccount, 5103), (.missingMethod, 5002),
        (.missingAccount, 5001), (.missingNamespace, 5000), (.missingEvent, 5003), (.unsupportedNamespace, 5104),
        (.unsupportedChain, 5100), (.unsupportedMethod, 5101), (.unsupportedEvent, 5102), (.noAccount, 5103),
        (.unauthorizedChain, 3005), (.unauthorizedMethod, 3001), (.unauthorizedEvent, 3002),
    ])
    func `each fault has its code`(fault: NamespaceFault, code: Int64) {
        #expect(fault.code.rawValue == code)
        #expect(fault.response.code == code)
        #expect(fault.response.message == fault.message + ".")
    }

    @Test func `every fault is in the table`() {
        #expect(NamespaceFault.allCases.count == 19)
    }

    // MARK: Requests

    private static func approved() throws -> SessionNamespaces {
        try session(
            #"{"eip155":{"accounts":["\#(one)"],"methods":["eth_sign"],"events":["chainChanged"]},"eip155:10":{"accounts":["eip155:10:0xab"],"methods":["personal_sign"],"events":["message"]}}"#
        )
    }

    @Test(arguments: [
        ("eth_sign", "eip155:1", NamespaceFault?.none), ("personal_sign", "eip155:10", nil),
        ("personal_sign", "eip155:1", .unauthorizedMethod), ("eth_sign", "eip155:10", .unauthorizedMethod),
        ("eth_sign", "eip155:137", .unauthorizedChain), ("eth_sign", "cosmos:1", .unauthorizedChain),
        ("eth_sign", "eip155:11", .unauthorizedChain), ("", "eip155:1", .unauthorizedMethod),
        ("chainChanged", "eip155:1", .unauthorizedMethod),
    ])
    func `a method is allowed on the chains of its key only`(
        method: String, chain: String, fault: NamespaceFault?
    ) throws {
        let chain = try #require(ChainID(chain))
        let namespaces = try Self.approved()
        if let fault {
            #expect(throws: WalletConnectError.namespaces(fault)) { try namespaces.check(method: method, on: chain) }
        } else {
            try namespaces.check(method: method, on: chain)
        }
    }

    @Test func `an event is allowed under a key of a chain, too`() throws {
        let namespaces = try Self.approved()
        let (one, ten) = (ChainID(eip155: 1), ChainID(eip155: 10))
        try namespaces.check(event: "chainChanged", on: one)
        try namespaces.check(event: "message", on: ten)
        #expect(throws: WalletConnectError.namespaces(.unauthorizedEvent)) {
            try namespaces.check(event: "message", on: one)
        }
        #expect(throws: WalletConnectError.namespaces(.unauthorizedChain)) {
            try namespaces.check(event: "message", on: ChainID(eip155: 2))
        }
        #expect(namespaces.chains == [one, ten])
        #expect(namespaces.accounts.count == 2)
    }
}

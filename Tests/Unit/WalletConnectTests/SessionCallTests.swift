import Bridge
import Testing

@testable import WalletConnect

@Suite struct SessionCallTests {
    private static let metadata =
        #"{"name":"App","description":"D","url":"https://app.example","icons":["https://app.example/i.png"]}"#
    private static let participant = #"{"publicKey":"\#(Vectors.publicA)","metadata":\#(metadata)}"#

    private static let authPayload =
        #"{"type":"caip122","chains":["eip155:1"],"domain":"app.example","aud":"https://app.example/login","version":"1","nonce":"32891756","iat":"2021-09-30T16:25:24Z"}"#

    private static let cacao =
        #"{"h":{"t":"caip122"},"p":{"iss":"did:pkh:eip155:1:0xab","domain":"app.example","aud":"https://app.example","version":"1","nonce":"1","iat":"2021-09-30T16:25:24Z"},"s":{"t":"eip191","s":"0x00"}}"#

    /// Requests as they are written here; each is read, and written again byte for byte.
    private static let exact: [(SessionMethod, String)] = [
        (.pairingDelete, #"{"code":6000,"message":"User disconnected."}"#), (.pairingPing, "{}"), (.ping, "{}"),
        (
            .propose,
            #"{"relays":[{"protocol":"irn"}],"proposer":\#(participant),"requiredNamespaces":{},"optionalNamespaces":{"eip155":{"chains":["eip155:1"],"methods":["personal_sign"],"events":[]}},"expiryTimestamp":1700000300}"#
        ),
        (
            .propose,
            #"{"relays":[{"protocol":"irn","data":"x"}],"proposer":\#(participant),"requiredNamespaces":{"eip155:1":{"methods":[],"events":[]}},"optionalNamespaces":{},"sessionProperties":{"n":1,"o":{"a":[null]}},"scopedProperties":{"eip155:1":{"b":true}},"expiryTimestamp":1700000300,"pairingTopic":"\#(Vectors.topic)","requests":{"authentication":[\#(authPayload)]}}"#
        ),
        (
            .settle,
            #"{"relay":{"protocol":"irn"},"controller":\#(participant),"namespaces":{"eip155":{"accounts":["eip155:1:0xab"],"methods":["personal_sign"],"events":[]}},"expiry":1700604800}"#
        ),
        (
            .settle,
            #"{"relay":{"protocol":"irn"},"controller":\#(participant),"namespaces":{"eip155":{"chains":["eip155:1"],"accounts":["eip155:1:0xab"],"methods":[],"events":[]}},"expiry":1700604800,"sessionProperties":{"a":"b"},"scopedProperties":{"eip155":{}},"sessionConfig":{"disableDeepLink":true},"proposalRequestsResponses":{"authentication":[\#(cacao)]}}"#
        ),
        (.update, #"{"namespaces":{"eip155":{"accounts":["eip155:1:0xab"],"methods":[],"events":[]}}}"#),
        (.extend, #"{"expiry":1700604800}"#), (.extend, "{}"),
        (
            .request,
            #"{"request":{"method":"personal_sign","params":["0x00","0xab"],"expiryTimestamp":1700000300},"chainId":"eip155:1"}"#
        ),
        (.request, #"{"request":{"method":"eth_accounts","params":null},"chainId":"eip155:1"}"#),
        (.event, #"{"event":{"name":"accountsChanged","data":["0xab"]},"chainId":"eip155:1"}"#),
        (.delete, #"{"code":6000,"message":"User disconnected."}"#),
        (
            .authenticate,
            #"{"requester":\#(participant),"authPayload":\#(authPayload),"expiryTimestamp":1700003600}"#
        ),
    ]

    private static func request(_ method: SessionMethod, _ params: String) throws -> RPCRequest {
        RPCRequest(id: .number(1), method: method.rawValue, params: try JSON(parsing: params))
    }

    @Test(arguments: exact)
    func `a request is read, and written as it was`(method: SessionMethod, params: String) throws {
        let call = try #require(try SessionCall(Self.request(method, params)))
        #expect(call.method == method)
        #expect(call.params.text == params)
        #expect(
            call.request(id: .number(7)).json.text.hasPrefix(#"{"id":7,"jsonrpc":"2.0","method":"\#(method.rawValue)""#)
        )
    }

    @Test func `every method is read`() {
        #expect(Set(Self.exact.map(\.0)) == Set(SessionMethod.allCases))
    }

    @Test(arguments: ["wc_pairingExtend", "wc_sessionpropose", "eth_sign", "", "wc_authRequest"])
    func `another method is not one of the protocol`(method: String) throws {
        #expect(try SessionCall(RPCRequest(id: .number(1), method: method, params: [:])) == nil)
    }

    private static let refused: [(SessionMethod, String, String)] = [
        (.propose, "[]", "params"), (.propose, "{}", "proposer"), (.propose, #"{"proposer":1}"#, "proposer"),
        (.propose, #"{"proposer":{}}"#, "proposer.publicKey"),
        (.propose, #"{"proposer":{"publicKey":"ab"}}"#, "proposer.publicKey"),
        (.propose, #"{"proposer":{"publicKey":1}}"#, "proposer.publicKey"),
        (.propose, #"{"proposer":\#(participant),"requiredNamespaces":[]}"#, "requiredNamespaces"),
        (.propose, #"{"proposer":\#(participant),"optionalNamespaces":{"eip155":1}}"#, "optionalNamespaces"),
        (.propose, #"{"proposer":\#(participant),"sessionProperties":"x"}"#, "sessionProperties"),
        (.propose, #"{"proposer":\#(participant),"scopedProperties":[1]}"#, "scopedProperties"),
        (.propose, #"{"proposer":\#(participant),"expiryTimestamp":"x"}"#, "expiryTimestamp"),
        (.propose, #"{"proposer":\#(participant),"expiryTimestamp":-1}"#, "expiryTimestamp"),
        (.propose, #"{"proposer":\#(participant),"expiryTimestamp":9223372036854775807}"#, "expiryTimestamp"),
        (.propose, #"{"proposer":\#(participant),"relays":{}}"#, "relays"),
        (.propose, #"{"proposer":\#(participant),"requests":{"authentication":[1]}}"#, "requests.authentication"),
        (.settle, #"{"controller":\#(participant)}"#, "namespaces"),
        (.settle, #"{"controller":\#(participant),"namespaces":{}}"#, "expiry"),
        (.settle, #"{"namespaces":{},"expiry":1}"#, "controller"),
        (.settle, #"{"controller":\#(participant),"namespaces":{},"expiry":"1"}"#, "expiry"),
        (.update, "{}", "namespaces"), (.update, #"{"namespaces":null}"#, "namespaces"),
        (.extend, #"{"expiry":"x"}"#, "expiry"), (.extend, "[1]", "params"),
        (.request, "{}", "request"), (.request, #"{"request":{"method":"m"}}"#, "chainId"),
        (.request, #"{"request":{"method":"m"},"chainId":"1"}"#, "chainId"),
        (.request, #"{"request":{"method":"m"},"chainId":1}"#, "chainId"),
        (.request, #"{"request":{},"chainId":"eip155:1"}"#, "request.method"),
        (.request, #"{"request":{"method":""},"chainId":"eip155:1"}"#, "request.method"),
        (
            .request, #"{"request":{"method":"m","expiryTimestamp":1.5},"chainId":"eip155:1"}"#,
            "request.expiryTimestamp"
        ),
        (.event, #"{"event":{},"chainId":"eip155:1"}"#, "event.name"), (.event, #"{"event":{"name":"n"}}"#, "chainId"),
        (.authenticate, #"{"requester":\#(participant)}"#, "authPayload"),
        (.authenticate, #"{"requester":\#(participant),"authPayload":{}}"#, "authPayload.chains"),
    ]

    @Test(arguments: refused)
    func `parameters that are wrong are refused, and the member is named`(
        method: SessionMethod, params: String, member: String
    ) throws {
        let request = try Self.request(method, params)
        #expect(throws: WalletConnectError.parameters(member), "\(params)") { try SessionCall(request) }
    }

    // MARK: What clients in use leave out

    @Test(arguments: [
        #"{"publicKey":"\#(Vectors.publicA)"}"#, #"{"publicKey":"\#(Vectors.publicA)","metadata":null}"#,
        #"{"publicKey":"\#(Vectors.publicA)","metadata":{}}"#,
        #"{"publicKey":"\#(Vectors.publicA)","metadata":{"name":1,"url":null,"icons":"x","redirect":[]}}"#,
        #"{"publicKey":"\#(Vectors.publicA)","metadata":{"icons":[1,"",null]}}"#,
    ])
    func `metadata may be missing in part or altogether`(proposer: String) throws {
        guard case .propose(let proposal)? = try SessionCall(Self.request(.propose, #"{"proposer":\#(proposer)}"#))
        else { return }
        #expect(proposal.proposer.metadata == AppMetadata(name: ""))
        #expect(proposal.required.isEmpty && proposal.optional.isEmpty)
        #expect(proposal.expiry == nil)
        #expect(proposal.json["optionalNamespaces"] == [:])
        #expect(proposal.json["requiredNamespaces"] == [:])
    }

    @Test func `metadata of any size is cut off`() throws {
        let long = String(repeating: "é", count: 5_000)
        let icons = (0..<100).map { #""https://a.example/\#($0)""# }.joined(separator: ",")
        let json = try JSON(
            parsing:
                #"{"name":"\#(long)","description":"\#(long)","url":"\#(long)","icons":[\#(icons)],"redirect":{"native":"a://","universal":"https://a.example","linkMode":true}}"#
        )
        let metadata = AppMetadata(Parameters(json))
        #expect(metadata.name.utf8.count == 1_024)
        #expect(metadata.url == "")
        #expect(metadata.icons.count == AppMetadata.maximumIcons)
        #expect(metadata.redirect == .init(native: "a://", universal: "https://a.example", linkMode: true))
        #expect(AppMetadata(Parameters(metadata.json)) == metadata)
        let plain = AppMetadata(name: "a", redirect: .init(native: "a://"))
        #expect(
            plain.json.text == #"{"name":"a","description":"","url":"","icons":[],"redirect":{"native":"a://"}}"#)
    }

    @Test(arguments: ["{}", #"{"code":"x"}"#, "[]", #"{"code":1e400,"message":{}}"#])
    func `a session is deleted for any reason`(params: String) throws {
        #expect(try SessionCall(Self.request(.delete, params)) == .delete(ErrorResponse(.userDisconnected)))
    }

    @Test(arguments: [
        ("{}", Int64(2_000_000), Int64(2_000_000)), ("[]", 1_000, 1_604_800), ("{}", 1_000, 1_604_800),
        (#"{"expiry":1500000}"#, 1_400_000, 1_500_000), (#"{"expiry":1300000}"#, 1_400_000, 1_400_000),
        (#"{"expiry":253402300799}"#, 1_400_000, 1_604_800),
    ])
    func `an extension is at most seven days, and never shortens`(params: String, current: Int64, expiry: Int64) throws
    {
        let extending = try SessionExtension(JSON(parsing: params))
        #expect(extending.expiry(extending: current, now: 1_000_000) == expiry)
    }

    @Test func `the expiry of a request has two names`() throws {
        for name in ["expiry", "expiryTimestamp"] {
            let request = try SessionRequest(
                JSON(parsing: #"{"request":{"method":"m","\#(name)":1700000000},"chainId":"eip155:1"}"#))
            #expect(request.expiry == 1_700_000_000)
            #expect(request.isExpired(at: 1_700_000_000))
            #expect(!request.isExpired(at: 1_699_999_999))
            #expect(request.params == .null)
        }
    }

    // MARK: Results

    @Test func `an approval is read, and written as it was`() throws {
        let text = #"{"relay":{"protocol":"irn"},"responderPublicKey":"\#(Vectors.publicB)"}"#
        let approval = try ProposalApproval(JSON(parsing: text))
        #expect(approval.json.text == text)
        #expect(try ProposalApproval(JSON(parsing: #"{"responderPublicKey":"\#(Vectors.publicB)"}"#)) == approval)
        for text in ["true", "{}", #"{"responderPublicKey":"x"}"#, "null"] {
            #expect(throws: WalletConnectError.self) { try ProposalApproval(JSON(parsing: text)) }
        }
    }

    @Test func `an authentication is read, and written as it was`() throws {
        let text = #"{"responder":\#(Self.participant),"cacaos":[\#(Self.cacao)]}"#
        let response = try AuthenticationResponse(JSON(parsing: text))
        #expect(response.json.text == text)
        for text in [
            "true", "{}", #"{"responder":\#(Self.participant),"cacaos":[]}"#,
            #"{"responder":\#(Self.participant),"cacaos":[1]}"#,
        ] {
            #expect(throws: WalletConnectError.self) { try AuthenticationResponse(JSON(parsing: text)) }
        }
    }
}

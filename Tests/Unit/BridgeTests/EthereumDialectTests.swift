import Bridge
import Testing

/// Ethereum's dialect beyond the golden messages.
@Suite struct EthereumDialectTests {
    private let dialect = EthereumDialect()

    @Test(arguments: RPCError.Kind.allCases)
    func `every error has a standard code`(kind: RPCError.Kind) throws {
        let standard: Set = [
            -32000, -32600, -32601, -32602, -32603, -32005, -32002, 4001, 4100, 4200, 4900, 4902, 5700, 5710, 5720,
            5730, 5740, 5760,
        ]
        let bytes = dialect.encode(.failure(RPCError(kind, "Why.")), to: ReplyID(id: .null, command: "m"))
        let error = try #require(try JSON(parsing: bytes)["error"])
        #expect(standard.contains(error["code"]?.number?.integer ?? 0))
        #expect(error["message"]?.string?.hasPrefix("Why.") == true)
    }

    @Test(arguments: [
        ("eth_sendTransaction", "User denied transaction signature"),
        ("personal_sign", "User denied message signature"),
        ("eth_signTypedData_v4", "User denied message signature"),
        ("eth_requestAccounts", "User denied account authorization"),
        ("wallet_switchEthereumChain", "User denied the request"),
    ])
    func `a rejection by the user is also reported in MetaMask's words`(method: String, words: String) throws {
        for error in [RPCError.rejected, RPCError(.rejected, "Wait a little.")] {
            let bytes = dialect.encode(.failure(error), to: ReplyID(id: .null, command: method))
            #expect(try JSON(parsing: bytes)["error"]?["message"]?.string == "\(error.message) (\(words))")
        }
    }

    @Test func `a phrase for libraries follows the wallet's own sentence, and only in this dialect`() throws {
        let error = RPCError(.failed, "The account has too little.", phrase: "insufficient funds")
        let replyID = ReplyID(id: "1", command: "eth_call")
        let said = try JSON(parsing: dialect.encode(.failure(error), to: replyID))["error"]?["message"]
        #expect(said == "The account has too little. (insufficient funds)")
        let link = try JSON(parsing: LinkDialect().encode(.failure(error), to: replyID))["error"]?["description"]
        #expect(link == "The account has too little.")
    }

    @Test(arguments: [
        (Event.connect(chainID: "0x1"), #"{"event":"connect","data":{"chainId":"0x1"}}"#),
        (.chainChanged("0x89"), #"{"event":"chainChanged","data":"0x89"}"#),
        (.accountsChanged([]), #"{"event":"accountsChanged","data":[]}"#),
        (.accountsChanged(["0xab"]), #"{"event":"accountsChanged","data":["0xab"]}"#),
        (.message(type: "t", data: ["x": 1]), #"{"event":"message","data":{"type":"t","data":{"x":1}}}"#),
        (
            .disconnect(RPCError(.disconnected, "No network.")),
            #"{"event":"disconnect","data":{"code":4900,"message":"No network.","data":{"reason":"disconnected"}}}"#
        ),
    ])
    func `events are encoded as their listeners receive them`(event: Event, text: String) {
        #expect(dialect.encode(event).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test(arguments: [
        "5", "null", "[]", #""eth_accounts""#, "{}", #"{"method":""}"#, #"{"method":null}"#, #"{"params":[]}"#,
    ])
    func `a request without a method is refused`(message: String) {
        guard case .refusal(let error, _) = decode(message) else {
            Issue.record("\(decode(message))")
            return
        }
        #expect(error.kind == .malformed)
    }

    @Test func `a long method name is not repeated in full`() {
        guard case .call(_, let replyID) = decode(#"{"method":"\#(String(repeating: "x", count: 10_000))"}"#) else {
            Issue.record("it was not understood")
            return
        }
        #expect(replyID.command.utf8.count <= 128)
    }

    private func decode(_ message: String) -> DecodedMessage {
        Array(message.utf8).withUnsafeBufferPointer { dialect.decode($0, limits: Limits()) }
    }
}

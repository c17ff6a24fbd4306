internal import BigInt
package import Bridge
internal import Ethereum
internal import Primitives

extension EthereumChain {
    /// Uses the signature of a payment's action as its receiver does: it moves the tokens.
    ///
    /// - Parameters:
    ///   - typedData: What was signed: EIP-3009's `ReceiveWithAuthorization`, or Permit2's `PermitTransferFrom`.
    ///   - signature: The signature.
    /// - Returns: The hash of the transaction; `nil` if it is not possible, or failed.
    package func settle(_ typedData: JSON, _ signature: String) -> String? {
        guard let message = typedData["message"], let bytes = Hex.decode(signature), bytes.count == 65,
            let (receiver, target, data) = Self.call(typedData, message, bytes),
            let hash = try? act(as: receiver, to: target, data: data), succeeded(hash) != false
        else { return nil }
        events.tell("\(name): a payment is collected with \(hash)")
        return hash
    }

    private static func call(
        _ typedData: JSON, _ message: JSON, _ signature: [UInt8]
    ) -> (receiver: EthereumAddress, contract: EthereumAddress, data: [UInt8])? {
        func address(_ json: JSON?) -> EthereumAddress? { json.flatMap { try? EVMParameters.address($0, "") } }
        func number(_ json: JSON?) -> ABIValue? { json.flatMap { Quantity.read($0) }.map { .uint($0) } }
        guard let contract = address(typedData["domain"]?["verifyingContract"]) else { return nil }
        switch typedData["primaryType"]?.string {
        case "ReceiveWithAuthorization":
            guard let owner = address(message["from"]), let receiver = address(message["to"]),
                let value = number(message["value"]), let start = number(message["validAfter"]),
                let end = number(message["validBefore"]),
                let nonce = message["nonce"]?.string.flatMap({ Hex.decode($0) }),
                let function = try? ABIFunction(
                    "receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)"),
                let data = try? function.call(
                    [.address(owner), .address(receiver), value, start, end, .bytes(nonce), .bytes(signature)])
            else { return nil }
            return (receiver, contract, data)
        case "PermitTransferFrom":
            guard let receiver = address(message["spender"]), let token = address(message["permitted"]?["token"]),
                let amount = number(message["permitted"]?["amount"]), let nonce = number(message["nonce"]),
                let deadline = number(message["deadline"]), let owner = owner(typedData, signature),
                let function = try? ABIFunction(
                    "permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)"),
                let data = try? function.call(
                    [
                        .tuple([.tuple([.address(token), amount]), nonce, deadline]),
                        .tuple([.address(receiver), amount]), .address(owner), .bytes(signature),
                    ])
            else { return nil }
            return (receiver, contract, data)
        default: return nil
        }
    }

    /// Who signed.
    private static func owner(_ typedData: JSON, _ signature: [UInt8]) -> EthereumAddress? {
        guard let digest = try? TypedData(typedData).digest,
            let key = try? RecoverableSignature(encoded: signature).signer(of: digest)
        else { return nil }
        return EthereumAddress(key)
    }
}

extension GatewaySimulator.Configuration {
    /// A gateway whose payments move tokens on simulated chains, and which knows no other transactions than theirs.
    package init(on chains: [EthereumChain]) {
        self.init()
        let known = Dictionary(chains.map { ("eip155:\($0.chainID)", $0) }) { first, _ in first }
        knows = { hash, chain in known[chain]?.succeeded(hash) != nil }
        collects = { typedData, signature, chain in known[chain]?.settle(typedData, signature) != nil }
    }
}

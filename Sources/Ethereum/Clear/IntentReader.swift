internal import BigInt

/// Reads calls, and the calls inside them.
struct IntentReader {
    private static let deepest = 4
    private static let mostInner = 256

    /// How deep inside other calls this one lies.
    private let depth: Int

    init(depth: Int = 0) {
        self.depth = depth
    }

    func intent(of call: ContractCall) -> Intent {
        guard let to = call.to else { return .creation(ContractCreation(call)) }
        guard !call.data.isEmpty else { return .payment(to: to, amount: call.value) }
        guard call.data.count >= 4 else { return blind(to, call.data, .short) }
        guard depth < Self.deepest else { return blind(to, call.data, .deep) }
        guard let function = KnownFunctions.function(of: call.data) else { return blind(to, call.data, .unknown) }
        do throws(EthereumError) {
            let arguments = try function.arguments(of: call.data)
            return token(function, arguments, call: call, at: to) ?? permit(function, arguments, at: to)
                ?? .call(decoded(function, arguments, call: call, at: to))
        } catch {
            guard case .abi(let fault) = error else { return blind(to, call.data, .unknown) }
            return blind(to, call.data, .malformed(name: function.name, fault))
        }
    }

    private func blind(_ to: EthereumAddress, _ data: [UInt8], _ reason: BlindCall.Reason) -> Intent {
        .blind(BlindCall(contract: to, data: data, reason: reason))
    }

    private func decoded(
        _ function: ABIFunction, _ values: [ABIValue], call: ContractCall, at contract: EthereumAddress
    ) -> DecodedCall {
        let arguments = zip(function.parameters, values).map(DecodedCall.Argument.init)
        let inner = CarriedCalls.read(function.signature, values, at: contract)
        // What is not opened is not read.
        let opened = inner.prefix(Self.mostInner)
        let rest = inner.dropFirst(Self.mostInner).map { part in
            DecodedCall.Inner(
                to: part.to, value: part.value,
                intent: blind(part.to ?? contract, part.data, .deep), isDelegated: part.isDelegated)
        }
        let reader = IntentReader(depth: depth + 1)
        return DecodedCall(
            contract: contract, name: function.name, arguments: arguments,
            inner: opened.map { part in
                DecodedCall.Inner(
                    to: part.to, value: part.value,
                    intent: part.intent(reader, chainID: call.chainID), isDelegated: part.isDelegated)
            } + rest)
    }
}

internal import Ethereum
internal import BigInt

/// Decodes calls, and the calls inside them.
struct IntentReader {
    private static let deepest = 4
    static let mostInner = 256

    /// The nesting depth of this call.
    private let depth: Int

    /// Whether a few bytes may follow the arguments, because the contract is known to ignore them.
    private let takesMarks: Bool

    init(depth: Int = 0, takesMarks: Bool = false) {
        self.depth = depth
        self.takesMarks = takesMarks
    }

    /// The reader for the calls inside.
    var deeper: IntentReader { IntentReader(depth: depth + 1) }

    func intent(of call: ContractCall) -> Intent {
        guard let to = call.to else { return .creation(ContractCreation(call)) }
        guard !call.data.isEmpty else { return .payment(to: to, amount: call.value) }
        guard call.data.count >= 4 else { return blind(to, call.data, .short) }
        guard depth < Self.deepest else { return blind(to, call.data, .deep) }
        guard let known = KnownFunctions.function(of: call.data) else { return blind(to, call.data, .unknown) }
        do throws(EthereumError) {
            let arguments = try arguments(of: known.function, in: call.data)
            if let wrap = wrap(known.function, arguments, call: call, at: to) { return wrap }
            return intent(known, arguments, at: to, value: call.value, chainID: call.chainID)
        } catch {
            guard case .abi(let fault) = error else { return blind(to, call.data, .unknown) }
            return blind(to, call.data, .malformed(name: known.function.name, fault))
        }
    }

    /// Decodes one command of a router.
    func intent(
        of step: NestedCall.Step, _ data: [UInt8], at contract: EthereumAddress, chainID: UInt64
    ) -> Intent {
        guard depth < Self.deepest else { return blind(contract, data, .deep) }
        guard let known = step.function else { return blind(contract, data, .unknown) }
        do throws(EthereumError) {
            let values = try ABIDecoder.decode(known.function.parameters.map(\.type), from: data)
            return intent(known, values, at: contract, value: 0, chainID: chainID, isStep: true)
        } catch {
            guard case .abi(let fault) = error else { return blind(contract, data, .unknown) }
            return blind(contract, data, .malformed(name: known.function.name, fault))
        }
    }

    /// The arguments of the call itself, behind which may stand who brought it about; calls inside it have none of
    /// that.
    private func arguments(of function: ABIFunction, in data: [UInt8]) throws(EthereumError) -> [ABIValue] {
        do throws(EthereumError) {
            return try function.arguments(of: data, layout: takesMarks ? .marked : .canonical)
        } catch {
            guard depth == 0, error == .abi(.trailing), let found = Attribution(endOf: data),
                let arguments = try? function.arguments(of: data.dropLast(found.size))
            else { throw error }
            return arguments
        }
    }

    private func blind(_ to: EthereumAddress, _ data: [UInt8], _ reason: BlindCall.Reason) -> Intent {
        .blind(BlindCall(contract: to, data: data, reason: reason))
    }

    private func intent(
        _ known: ReadFunction, _ values: [ABIValue], at contract: EthereumAddress, value: BigUInt, chainID: UInt64,
        isStep: Bool = false
    ) -> Intent {
        let parameters = known.function.parameters
        let arguments = zip(parameters, values).map(DecodedCall.Argument.init)
        let reader = EffectReader(
            data: .record(parameters, values),
            container: .record([
                DescribedMember(name: "to", value: .address(contract)),
                DescribedMember(name: "value", value: .number(BigInt(value))),
                DescribedMember(name: "zero", value: .number(0)),
            ]), contract: contract, reader: self, chainID: chainID, isStep: isStep)
        // Without effects, only the name and the arguments of the function are known.
        let intents = (try? reader.intents(known.effects)) ?? []
        return Self.joined(intents, at: contract, name: known.function.name, arguments: arguments)
    }

    /// One intent as it is, several as the parts of a call; an empty list is a call that could not be decoded.
    static func joined(
        _ intents: [Intent], at contract: EthereumAddress?, name: String, arguments: [DecodedCall.Argument] = []
    ) -> Intent {
        if intents.count == 1, let only = intents.first {
            switch only {
            case .call(let call):
                return .call(
                    DecodedCall(
                        contract: contract, name: name, arguments: arguments, inner: call.inner, isRead: call.isRead))
            case .action, .grant, .order:
                let inner = DecodedCall.Inner(to: contract, value: 0, intent: only, isDelegated: false)
                // Keep the arguments together with their meaning.
                return arguments.isEmpty
                    ? only
                    : .call(
                        DecodedCall(
                            contract: contract, name: name, arguments: arguments, inner: [inner], isRead: true,
                            isPlain: true))
            default: return only
            }
        }
        return .call(
            DecodedCall(
                contract: contract, name: name, arguments: arguments,
                inner: intents.map { DecodedCall.Inner(to: contract, value: 0, intent: $0, isDelegated: false) },
                isRead: !intents.isEmpty))
    }

    /// Wrapping or unwrapping of the native coin; `deposit()` is ambiguous and means this only at a known contract.
    private func wrap(
        _ function: ABIFunction, _ values: [ABIValue], call: ContractCall, at contract: EthereumAddress
    ) -> Intent? {
        guard WrappedCoin.isHome(contract, on: call.chainID) else { return nil }
        switch function.signature {
        case "deposit()": return .wrap(contract: contract, amount: call.value, isBack: false)
        case "withdraw(uint256)":
            return values.first?.uint.map { .wrap(contract: contract, amount: $0, isBack: true) }
        default: return nil
        }
    }
}

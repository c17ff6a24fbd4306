internal import BigInt
internal import Ethereum
internal import Primitives

/// The contracts of a chain by their addresses.
typealias EVMContracts = [EthereumAddress: EVMContract]

/// A contract whose functions are written in Swift, with the interface of a real one.
struct EVMContract: Sendable {
    /// What a function may do.
    enum Kind: Sendable {
        case view
        case write
        case payable
    }

    /// A function.
    struct Function: Sendable {
        typealias Body =
            @Sendable (inout EVMExecution, EVMContext, [ABIValue]) throws(SimulatorError) -> [ABIValue]

        let abi: ABIFunction
        let outputs: [ABIType]
        let kind: Kind
        let body: Body

        /// Describes a function by its signature and the types that it returns.
        init(_ signature: String, _ kind: Kind, _ outputs: [String] = [], body: @escaping Body) {
            guard let abi = try? ABIFunction(signature) else { preconditionFailure("\(signature) is not a signature") }
            self.abi = abi
            self.outputs = outputs.map { text in
                guard let type = try? ABIType(text) else { preconditionFailure("\(text) is not a type") }
                return type
            }
            (self.kind, self.body) = (kind, body)
        }
    }

    /// The name, which stands for its code.
    let name: String
    private let functions: [[UInt8]: Function]
    private let receive: Function.Body?

    /// Creates a contract.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - functions: Its functions.
    ///   - receive: What it does with coins that come without data; `nil` if it refuses them.
    init(_ name: String, _ functions: [Function], receive: Function.Body? = nil) {
        self.name = name
        self.functions = Dictionary(functions.map { ($0.abi.selector, $0) }) { first, _ in first }
        self.receive = receive
    }

    /// The bytes that `eth_getCode` returns: an invalid instruction and the name.
    var code: [UInt8] { [0xFE] + Array(name.utf8) }

    /// The signatures of the functions.
    var signatures: [String] { functions.values.map(\.abi.signature).sorted() }

    /// Answers a call.
    func answer(
        _ data: [UInt8], _ context: EVMContext, _ execution: inout EVMExecution
    ) throws(SimulatorError) -> [UInt8] {
        try execution.use(200 + 3 * UInt64(data.count / 32))
        if data.isEmpty, let receive {
            _ = try receive(&execution, context, [])
            return []
        }
        guard let function = functions[Array(data.prefix(4))] else {
            throw .revert("The simulated contract \(name) has no function 0x\(Hex.encode(data.prefix(4))).")
        }
        guard function.kind == .payable || context.value == 0,
            let arguments = try? function.abi.arguments(of: data, layout: .loose)
        else { throw .reverted([]) }
        let values = try function.body(&execution, context, arguments)
        guard let output = try? ABIEncoder.encode(values, as: function.outputs) else { throw .reverted([]) }
        return output
    }
}

extension SimulatorError {
    /// A revert with a reason, `Error(string)`.
    static func revert(_ reason: String) -> SimulatorError {
        let words = (try? ABIEncoder.encode([.string(reason)], as: [.string])) ?? []
        return .reverted([0x08, 0xC3, 0x79, 0xA0] + words)
    }
}

extension [ABIValue] {
    /// The number at an index; zero for anything else.
    func uint(_ index: Int) -> BigUInt { at(index)?.uint ?? 0 }

    /// The address at an index; the zero address for anything else.
    func address(_ index: Int) -> EthereumAddress { at(index)?.address ?? EVMWord.zero }

    /// The bytes at an index; none for anything else.
    func bytes(_ index: Int) -> [UInt8] { at(index)?.bytes ?? [] }

    /// The text at an index; none for anything else.
    func string(_ index: Int) -> String { if case .string(let text)? = at(index) { text } else { "" } }

    /// The Boolean at an index; `false` for anything else.
    func bool(_ index: Int) -> Bool { at(index)?.bool ?? false }

    /// The elements of the array or tuple at an index; none for anything else.
    func elements(_ index: Int) -> [ABIValue] { at(index)?.elements ?? [] }

    private func at(_ index: Int) -> ABIValue? { indices.contains(index) ? self[index] : nil }
}

extension ABIValue {
    /// A number that is not below zero.
    static func uint(_ number: BigUInt) -> ABIValue { .number(BigInt(number)) }
}

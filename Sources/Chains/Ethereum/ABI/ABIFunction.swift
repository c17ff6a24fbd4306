internal import Primitives

/// A function of a contract: its name and its parameters.
public struct ABIFunction: Hashable, Sendable {
    /// The name.
    public let name: String

    /// What it is given, in order.
    public let parameters: [ABIParameter]

    /// The four bytes by which it is called: the beginning of the Keccak-256 of ``signature``.
    public let selector: [UInt8]

    /// Reads a signature, such as `transfer(address to, uint256 amount)`.
    ///
    /// - Throws: ``EthereumError/abi(_:)``.
    public init(_ text: String) throws(EthereumError) {
        var reader = try ABISignatureReader(text)
        var name = reader.word()
        if name == "function" { name = reader.word() }
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { throw .abi(.signature) }
        parameters = try reader.parameters()
        try reader.end()
        self.name = name
        let signature = "\(name)\(Self.list(parameters))"
        selector = Array(Keccak256.hash(signature.utf8).bytes.prefix(4))
    }

    /// The text that the selector is made from, such as `transfer(address,uint256)`.
    public var signature: String { "\(name)\(Self.list(parameters))" }

    /// Reads the arguments from `data`, which begins with the selector.
    ///
    /// - Throws: ``EthereumError/abi(_:)``, also if the selector is another one.
    public func arguments(
        of data: [UInt8], layout: ABIDecoder.Layout = .canonical
    ) throws(EthereumError) -> [ABIValue] {
        guard data.starts(with: selector) else { throw .abi(.signature) }
        return try ABIDecoder.decode(parameters.map(\.type), from: Array(data.dropFirst(4)), layout: layout)
    }

    /// The data of a call with `arguments`.
    ///
    /// - Throws: ``EthereumError/abi(_:)`` if they do not match the parameters.
    public func call(_ arguments: [ABIValue]) throws(EthereumError) -> [UInt8] {
        selector + (try ABIEncoder.encode(arguments, as: parameters.map(\.type)))
    }

    private static func list(_ parameters: [ABIParameter]) -> String {
        "(\(parameters.map(\.type.name).joined(separator: ",")))"
    }
}

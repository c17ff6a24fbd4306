internal import BigInt
internal import Ethereum
internal import Foundation
internal import Primitives

/// Words of 32 bytes, as numbers, keys of storage, and topics.
enum EVMWord {
    /// The largest number of a word.
    static let largest = (BigUInt(1) << 256) - 1

    /// The big-endian bytes of the number's lowest 256 bits.
    static func bytes(_ number: BigUInt) -> [UInt8] {
        let bytes = Array(number.serialize().suffix(32))
        return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    }

    /// The address after 12 zeros.
    static func bytes(_ address: EthereumAddress) -> [UInt8] { [UInt8](repeating: 0, count: 12) + address.bytes }

    /// The number whose big-endian bytes these are.
    static func number(_ bytes: some Sequence<UInt8>) -> BigUInt { BigUInt(Data(bytes)) }

    /// The number's lowest 256 bits as a digest.
    static func digest(_ number: BigUInt) -> Digest32 { digest(bytes(number)) }

    /// The first 32 of these bytes, or zeros for those that are missing.
    static func digest(_ bytes: [UInt8]) -> Digest32 {
        Digest32 { target in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            target.copyBytes(from: bytes.prefix(32))
        }
    }

    /// The address in the last 20 bytes of a number.
    static func address(_ number: BigUInt) -> EthereumAddress { address(bytes(number)) }

    /// The address in the last 20 of 32 bytes.
    static func address(_ bytes: [UInt8]) -> EthereumAddress {
        (try? EthereumAddress(bytes: bytes.suffix(20))) ?? zero
    }

    /// The zero address.
    static let zero = constant("0x0000000000000000000000000000000000000000")

    /// The address in a constant of this module.
    static func constant(_ text: String) -> EthereumAddress {
        guard let address = try? EthereumAddress(text.lowercased()) else {
            preconditionFailure("\(text) is not an address")
        }
        return address
    }
}

/// The places of values in a contract's storage, as Solidity arranges them.
enum EVMSlot {
    /// The slot with this number.
    static func at(_ number: UInt64) -> Digest32 { EVMWord.digest(BigUInt(number)) }

    /// The slot of the value for nested keys in the mapping at `number`.
    static func map(_ number: UInt64, _ keys: [UInt8]...) -> Digest32 {
        keys.reduce(at(number)) { Keccak256.hash($1 + $0.bytes) }
    }

    /// The slot `offset` after another one.
    static func after(_ slot: Digest32, _ offset: Int) -> Digest32 {
        EVMWord.digest(EVMWord.number(slot.bytes) + BigUInt(offset))
    }
}

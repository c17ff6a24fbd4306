import BigInt
import ClearSigning
import Ethereum

/// Addresses and calls for the tests of intents.
enum Contract {
    static let token = address(0xA1)
    static let spender = address(0xB2)
    static let friend = address(0xC3)
    static let me = address(0xD4)
    static let permit2 = address(0xE5)

    static func address(_ byte: UInt8) -> EthereumAddress {
        guard let address = try? EthereumAddress(bytes: [UInt8](repeating: byte, count: 20)) else {
            preconditionFailure("20 bytes are an address")
        }
        return address
    }

    static func data(_ signature: String, _ arguments: ABIValue...) throws -> [UInt8] {
        try ABIFunction(signature).call(arguments)
    }

    static func intent(_ data: [UInt8], to: EthereumAddress = token, value: BigUInt = 0, chainID: UInt64 = 1) -> Intent
    {
        Intent(ContractCall(chainID: chainID, from: me, to: to, value: value, data: data))
    }

    /// The largest number with this many bits.
    static func largest(_ bits: Int) -> BigUInt { (BigUInt(1) << bits) - 1 }
}

extension ABIValue {
    static func uint(_ number: BigUInt) -> ABIValue { .number(BigInt(number)) }
}

extension Intent {
    /// The allowances in this intent and in its inner intents.
    var allowances: [Allowance] {
        all.compactMap { intent in
            guard case .allowance(let allowance) = intent else { return nil }
            return allowance
        }
    }

    /// The undecodable calls in this intent and in its inner intents.
    var blinds: [BlindCall] {
        all.compactMap { intent in
            guard case .blind(let call) = intent else { return nil }
            return call
        }
    }
}

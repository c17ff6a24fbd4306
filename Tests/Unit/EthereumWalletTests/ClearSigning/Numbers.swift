import BigInt
import Ethereum

extension ABIValue {
    static func uint(_ number: BigUInt) -> ABIValue { .number(BigInt(number)) }
}

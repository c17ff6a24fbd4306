internal import Ethereum
internal import BigInt

/// Reads values at paths.
extension EffectReader {
    func findings(_ text: String, _ indices: [Int] = []) throws(EthereumError) -> [DescriptorPath.Finding] {
        let path = try DescriptorPath(text)
        switch path.root {
        case .here, .data: return try path.find(in: data, indices: indices)
        case .container: return try path.find(in: container, indices: indices)
        case .descriptor: throw .descriptor(.path)
        }
    }

    func value(_ path: String, _ indices: [Int]) throws(EthereumError) -> DescribedValue {
        guard let finding = try findings(path, indices).first else { throw .descriptor(.path) }
        return finding.value
    }

    func number(_ path: String, _ indices: [Int] = []) throws(EthereumError) -> BigUInt {
        guard case .number(let number) = try value(path, indices), number.sign == .plus else {
            throw .descriptor(.path)
        }
        return number.magnitude
    }

    func bool(_ path: String, _ indices: [Int] = []) throws(EthereumError) -> Bool {
        switch try value(path, indices) {
        case .bool(let value): return value
        case .number(let number): return number != 0
        default: throw .descriptor(.path)
        }
    }

    func address(_ path: String, _ indices: [Int] = []) throws(EthereumError) -> EthereumAddress {
        guard let address = try value(path, indices).address else { throw .descriptor(.path) }
        return address
    }

    /// All addresses at a path, which may be a list.
    func addresses(_ path: String, _ indices: [Int] = []) throws(EthereumError) -> [EthereumAddress] {
        var found: [EthereumAddress] = []
        for finding in try findings(path, indices) {
            if case .list(let values) = finding.value {
                found += values.compactMap(\.address)
            } else if let address = finding.value.address {
                found.append(address)
            } else {
                throw .descriptor(.path)
            }
        }
        return found
    }

    func bytes(_ path: String, _ indices: [Int] = []) throws(EthereumError) -> [UInt8] {
        guard case .bytes(let bytes) = try value(path, indices) else { throw .descriptor(.path) }
        return bytes
    }
}

extension EthereumAddress {
    /// Whether this is a placeholder of routers: zero (anyone), 1 (the sender) or 2 (the router itself).
    var isPlaceholder: Bool {
        bytes.dropLast().allSatisfy { $0 == 0 } && (bytes.last ?? 0) <= 2
    }

    /// Whether routers write it for themselves (`Constants.ADDRESS_THIS` of Uniswap's).
    var isRouter: Bool { bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 2 }

    /// Whether contracts write it for the chain's own coin: zero, or twenty times 0xEE.
    var isCoin: Bool { isZero || bytes.allSatisfy { $0 == 0xEE } }
}

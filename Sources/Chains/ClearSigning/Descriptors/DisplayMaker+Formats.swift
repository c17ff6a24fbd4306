internal import Ethereum
internal import BigInt
internal import Bridge
internal import Messages
internal import Primitives

/// The formats in which values are written.
extension DisplayMaker {
    func row(
        _ label: String, _ finding: DescriptorPath.Finding, _ field: JSON, here: DescribedValue
    ) throws(EthereumError) -> Display.Row {
        let params = field["params"]
        let value = finding.value
        switch field["format"]?.string {
        case nil, "raw", "tokenTicker", "chainId", "interoperableAddressName": return try raw(label, value)
        case "amount":
            guard let units = value.number, units.sign == .plus else { throw .descriptor(.format) }
            return coins(label, units.magnitude)
        case "tokenAmount": return try tokens(label, finding, params, here: here)
        case "addressName":
            // 20 bytes of a wider word are an address as well.
            guard let address = value.address else { return try raw(label, value) }
            let senders = try list(params?["senderAddress"])
            if senders.contains(where: { $0.address == address }),
                let from = try? findings("@.from", here: here).first?.value.address
            {
                return Display.Row(label, from.description, isAddress: true)
            }
            return Display.Row(label, address.description, isAddress: true)
        case "nftName":
            guard let number = value.number else { throw .descriptor(.format) }
            return Display.Row(label, localized("item \(number, as: "number")"))
        case "date":
            guard let number = value.number, number.sign == .plus else { throw .descriptor(.format) }
            if params?["encoding"]?.string == "blockheight" {
                return Display.Row(label, localized("block \(number, as: "number")"))
            }
            return Display.Row(label, MomentText.of(number.magnitude) ?? localized("never"))
        case "duration":
            guard let seconds = value.number, seconds.sign == .plus else { throw .descriptor(.format) }
            return Display.Row(label, Self.duration(seconds.magnitude))
        case "unit":
            guard let number = value.number, case .string(let base)? = try params?["base"].flatMap(literal),
                base.utf8.count <= 12
            else { throw .descriptor(.format) }
            let decimals = params?["decimals"]?.number?.integer ?? 0
            guard (0...77).contains(decimals) else { throw .descriptor(.format) }
            let sign = number.sign == .minus ? "-" : ""
            return Display.Row(
                label, "\(sign)\(AmountText.of(number.magnitude, decimals: decimals)) \(VisibleText.of(base))")
        case "enum": return try choice(label, value, params)
        default: throw .descriptor(.format)
        }
    }

    private func raw(_ label: String, _ value: DescribedValue) throws(EthereumError) -> Display.Row {
        switch value {
        case .bool(let value): return Display.Row(label, value ? "true" : "false")
        case .address(let address): return Display.Row(label, address.description, isAddress: true)
        case .string(let text): return Display.Row(label, text, isTheirs: true)
        case .bytes(let bytes): return Display.Row(label, "0x" + Hex.encode(bytes))
        case .number(let number): return Display.Row(label, number.description)
        case .list, .record: throw .descriptor(.format)
        }
    }

    private func coins(_ label: String, _ units: BigUInt) -> Display.Row {
        Display.Row(label, "\(AmountText.of(units, decimals: 18)) \(context.coin)", isTheirs: context.isCoinTheirs)
    }

    private func tokens(
        _ label: String, _ finding: DescriptorPath.Finding, _ params: JSON?, here: DescribedValue
    ) throws(EthereumError) -> Display.Row {
        guard let number = finding.value.number, number.sign == .plus else { throw .descriptor(.format) }
        var contract: EthereumAddress?
        if let path = params?["tokenPath"]?.string {
            contract = try findings(path, here: here, indices: finding.indices).first?.value.address
        } else if let json = params?["token"] {
            contract = try literal(json)?.address
        }
        // Without a contract the amount is one of an unknown token: only the number is known then.
        let natives = try list(params?["nativeCurrencyAddress"])
        let isCoin = contract.map { contract in natives.contains { $0.address == contract } } ?? false
        // A token of another chain is not the one that has this address here.
        let isHere = try isHere(params, here: here, indices: finding.indices)
        let token = isCoin || !isHere ? nil : contract.flatMap(context.token)
        if let json = params?["threshold"], let threshold = try literal(json)?.number, number >= threshold {
            let message =
                params?["message"]?.string.flatMap { Descriptor.plain($0, upTo: 20) } ?? localized("Unlimited")
            let text =
                if let symbol = isCoin ? context.coin : token?.symbol {
                    localized("\(message, as: "amount") \(symbol, as: "token")")
                } else {
                    localized("\(message, as: "amount") (unknown token)")
                }
            return Display.Row(label, text, isTheirs: token.map { !$0.isVouchedFor } ?? false)
        }
        if isCoin, isHere { return coins(label, number.magnitude) }
        guard let token else {
            let text = localized(
                "\(number, as: "count") base unit of an unknown token",
                plural: "\(number, as: "count") base units of an unknown token", count: number)
            return Display.Row(label, text)
        }
        return Display.Row(
            label, "\(AmountText.of(number.magnitude, decimals: token.decimals)) \(token.symbol)",
            isTheirs: !token.isVouchedFor)
    }

    /// Whether the object of `params` is on the chain of the call.
    func isHere(_ params: JSON?, here: DescribedValue, indices: [Int]) throws(EthereumError) -> Bool {
        var number: BigInt?
        if let path = params?["chainIdPath"]?.string {
            number = try findings(path, here: here, indices: indices).first?.value.number
        } else if let json = params?["chainId"] {
            number = try literal(json)?.number
        } else {
            return true
        }
        return number == BigInt(chainID)
    }

    private func choice(
        _ label: String, _ value: DescribedValue, _ params: JSON?
    ) throws(EthereumError) -> Display.Row {
        guard let reference = params?["$ref"]?.string, let names = try constant(reference)?.object else {
            throw .descriptor(.format)
        }
        let key: String
        if case .bool(let value) = value {
            key = value ? "True" : "False"
        } else {
            guard let number = value.number else { throw .descriptor(.format) }
            key = number.description
        }
        // A value without a name is shown as it is.
        guard let name = names[key]?.string.flatMap({ Descriptor.plain($0, upTo: 60) }) else {
            return try raw(label, value)
        }
        return Display.Row(label, name)
    }

    /// One constant or a list of them.
    private func list(_ json: JSON?) throws(EthereumError) -> [DescribedValue] {
        var values: [DescribedValue] = []
        for entry in json?.array ?? json.map({ [$0] }) ?? [] {
            if let value = try literal(entry) { values.append(value) }
        }
        return values
    }

    /// Days, hours, minutes and seconds, as many as there are.
    private static func duration(_ seconds: BigUInt) -> String {
        let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24)
        let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
        let parts = [
            (days, localized("\(days, as: "days") d")), (hours, localized("\(hours, as: "hours") h")),
            (minutes, localized("\(minutes, as: "minutes") min")), (rest, localized("\(rest, as: "seconds") s")),
        ].filter { $0.0 > 0 }.map(\.1)
        return parts.isEmpty ? localized("\(0, as: "seconds") s") : parts.joined(separator: " ")
    }
}

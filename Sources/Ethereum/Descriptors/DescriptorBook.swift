internal import BigInt
internal import Bridge

/// The descriptors of ERC-7730 that are at hand, by the contracts for which they are made.
///
/// A descriptor counts only for the chain and the contract that it names: words about one contract say nothing of
/// another with the same functions.
public struct DescriptorBook: Sendable {
    /// No descriptors.
    public static let empty = DescriptorBook(files: [:])

    private static let deepest = 3

    /// The files that could not be used, by their paths.
    public let refused: [String]

    private let descriptors: [Descriptor.Place: [Descriptor]]

    /// Takes the files of a folder, by their paths in it; a file without a context only serves to be included.
    public init(files: [String: [UInt8]]) {
        var refused: [String] = []
        var parsed: [String: JSON] = [:]
        for (path, bytes) in files {
            do throws(JSONError) {
                parsed[path] = try JSON(parsing: bytes)
            } catch {
                refused.append(path)
            }
        }
        let folder = DescriptorFiles(parsed)
        var descriptors: [Descriptor.Place: [Descriptor]] = [:]
        for path in parsed.keys.sorted() {
            do throws(DescriptorFault) {
                let json = try folder.descriptor(at: path)
                guard json["context"] != nil else { continue }
                let descriptor = try Descriptor(json)
                for place in descriptor.places { descriptors[place, default: []].append(descriptor) }
            } catch {
                refused.append(path)
            }
        }
        self.refused = refused.sorted()
        self.descriptors = descriptors
    }

    /// How many contracts there are descriptors for.
    public var count: Int { descriptors.count }

    /// Who runs the contract at `address`, by the descriptors; `nil` where none speaks of it.
    public func name(of address: EthereumAddress, on chainID: UInt64) -> String? {
        descriptors[Descriptor.Place(chainID: chainID, address: address)]?.compactMap(\.owner).first
    }

    /// What is to be said of `call`; `nil` where no descriptor is for it, or its words do not fit the call.
    public func display(_ call: ContractCall, context: DisplayContext) -> Display? {
        display(call, context: context, depth: 0)
    }

    /// What is to be said of `data`; `nil` where no descriptor is for it, or its words do not fit the message.
    public func display(_ data: TypedData, context: DisplayContext) -> Display? {
        guard let chainID = data.chainID, let contract = data.domain["verifyingContract"]?.address else { return nil }
        for descriptor in descriptors[Descriptor.Place(chainID: chainID, address: contract)] ?? [] {
            guard let type = data.messageType, let format = descriptor.messages[type] else { continue }
            let container = [
                DescribedMember(name: "to", value: .address(contract)),
                DescribedMember(name: "chainId", value: .number(.init(chainID))),
            ]
            let maker = DisplayMaker(
                descriptor: descriptor, data: DescribedValue(data.message), container: .record(container),
                chainID: chainID, context: context)
            if let display = opened(try? maker.display(format), context: context, depth: 0) { return display }
        }
        return nil
    }

    private func display(_ call: ContractCall, context: DisplayContext, depth: Int) -> Display? {
        guard let to = call.to, call.data.count >= 4, depth < Self.deepest else { return nil }
        for descriptor in descriptors[Descriptor.Place(chainID: call.chainID, address: to)] ?? [] {
            guard let (function, format) = descriptor.calls[Array(call.data.prefix(4))],
                let values = try? function.arguments(of: call.data)
            else { continue }
            var container = [
                DescribedMember(name: "to", value: .address(to)),
                DescribedMember(name: "value", value: .number(.init(call.value))),
                DescribedMember(name: "chainId", value: .number(.init(call.chainID))),
            ]
            if let from = call.from { container.append(DescribedMember(name: "from", value: .address(from))) }
            let maker = DisplayMaker(
                descriptor: descriptor, data: DescribedValue.record(function.parameters, values),
                container: .record(container), chainID: call.chainID, context: context)
            if let display = opened(try? maker.display(format), context: context, depth: depth) { return display }
        }
        return nil
    }

    /// Adds what the descriptors say of the calls inside.
    private func opened(_ display: Display?, context: DisplayContext, depth: Int) -> Display? {
        guard var display else { return nil }
        for call in display.inner.prefix(16) {
            guard let inside = self.display(call, context: context, depth: depth + 1) else { continue }
            display.rows.append(Display.Row("Inside", inside.intent))
            display.rows += inside.rows
            display.inner += inside.inner
        }
        return display
    }
}

public import Ethereum
internal import BigInt
internal import Bridge
internal import Messages

/// The descriptors of ERC-7730 that are at hand, by the contracts for which they are made.
///
/// A descriptor applies only to the chain and the contract that it names; a text about one contract does not apply to
/// another with the same functions.
public struct DescriptorBook: Sendable {
    /// No descriptors.
    public static let empty = DescriptorBook(files: [:])

    private static let deepest = 3

    /// The folders, in descending order of precedence.
    private let layers: [DescriptorLayer]

    private init(_ layers: [DescriptorLayer]) {
        self.layers = layers
    }

    /// Takes the files of a folder, by their paths in it; a file without a context only serves to be included.
    public init(files: [String: [UInt8]]) {
        self.init { files }
    }

    /// Creates a book from the files that `files` returns when a descriptor is first requested.
    public init(loading files: @escaping @Sendable () -> [String: [UInt8]]) {
        layers = [DescriptorLayer { DescriptorLayer.Contents(files: files()) }]
    }

    /// Creates a book from the index of a folder, as written by ``index(of:)``; a file is read when a contract in it is
    /// requested.
    ///
    /// Both are called when they are first needed, perhaps on another thread.
    public init(
        index: @escaping @Sendable () -> String, reading file: @escaping @Sendable (String) -> [UInt8]?
    ) {
        layers = [DescriptorLayer { DescriptorLayer.Contents(index: index(), read: file) }]
    }

    /// The index of a folder with these files.
    public static func index(of files: [String: [UInt8]]) -> String {
        DescriptorLayer.Contents(files: files).index
    }

    /// These descriptors and those of `other`; where both speak of a contract, these count first.
    public func over(_ other: DescriptorBook) -> DescriptorBook {
        DescriptorBook(layers + other.layers)
    }

    /// Reads the descriptors of `addresses`, off the caller's thread; other descriptors are read when they are
    /// requested.
    @concurrent public func prepare(_ addresses: Set<EthereumAddress>, on chainID: UInt64) async {
        for address in addresses { _ = descriptors(for: Descriptor.Place(chainID: chainID, address: address)) }
    }

    /// The files that could not be used, by their paths.
    public var refused: [String] { layers.flatMap(\.refused) }

    /// How many contracts there are descriptors for.
    public var count: Int { layers.reduce(into: Set<Descriptor.Place>()) { $0.formUnion($1.places) }.count }

    /// Who runs the contract at `address`, by the descriptors; `nil` if none describes it.
    public func name(of address: EthereumAddress, on chainID: UInt64) -> String? {
        let place = Descriptor.Place(chainID: chainID, address: address)
        return layers.lazy.compactMap { $0.owner(of: place) }.first
    }

    private func descriptors(for place: Descriptor.Place) -> [Descriptor] {
        layers.flatMap { $0.descriptors(for: place) }
    }

    /// What is to be said of `call`; `nil` if no descriptor is for it, or its words do not fit the call.
    public func display(_ call: ContractCall, context: DisplayContext) -> Display? {
        display(call, context: context, depth: 0)
    }

    /// What is to be said of `data`; `nil` if no descriptor is for it, or its words do not fit the message.
    public func display(_ data: TypedData, context: DisplayContext) -> Display? {
        guard let chainID = data.chainID, let contract = data.domain["verifyingContract"]?.address,
            data.unusualDomainFields.isEmpty
        else { return nil }
        for descriptor in descriptors(for: Descriptor.Place(chainID: chainID, address: contract)) {
            guard let type = data.messageType, let format = descriptor.messages[type] else { continue }
            let container = [
                DescribedMember(name: "to", value: .address(contract)),
                DescribedMember(name: "chainId", value: .number(.init(chainID))),
            ]
            let maker = DisplayMaker(
                descriptor: descriptor, data: DescribedValue(data.message), container: .record(container),
                chainID: chainID, context: context)
            guard var display = opened(try? maker.display(format), context: context, depth: 0) else { continue }
            maker.check(format, in: &display)
            return display
        }
        return nil
    }

    private func display(_ call: ContractCall, context: DisplayContext, depth: Int) -> Display? {
        guard let to = call.to, call.data.count >= 4, depth < Self.deepest else { return nil }
        for descriptor in descriptors(for: Descriptor.Place(chainID: call.chainID, address: to)) {
            guard let (function, format) = descriptor.calls[Array(call.data.prefix(4))],
                let values = try? function.arguments(of: call.data, layout: .marked)
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
            guard var display = opened(try? maker.display(format), context: context, depth: depth) else { continue }
            maker.check(format, in: &display)
            let encoded = (try? function.call(values).count) ?? call.data.count
            display.extraBytes = max(0, call.data.count - encoded)
            return display
        }
        return nil
    }

    /// Adds the texts of the descriptors for the inner calls.
    private func opened(_ display: Display?, context: DisplayContext, depth: Int) -> Display? {
        guard var display else { return nil }
        for call in display.inner.prefix(16) {
            guard let inside = self.display(call, context: context, depth: depth + 1) else { continue }
            display.rows.append(Display.Row(localized("Inside"), inside.intent))
            display.rows += inside.rows
            display.inner += inside.inner
            display.receivers += inside.receivers
            display.parties += inside.parties
            if inside.movesValue { display.movesValue = true }
            if inside.hasForeignReceiver { display.hasForeignReceiver = true }
            if inside.acceptsNothing { display.acceptsNothing = true }
            if inside.hidesPurchase { display.hidesPurchase = true }
            if inside.hasLargeFee { display.hasLargeFee = true }
            if inside.isPartial { display.isPartial = true }
        }
        return display
    }
}

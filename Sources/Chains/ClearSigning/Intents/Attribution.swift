internal import Ethereum

/// The apps to which a call is attributed, from the data after its arguments (ERC-8021).
///
/// Contracts pass over it, as they pass over everything behind their arguments.
public struct Attribution: Hashable, Sendable {
    /// The names of the apps, as they wrote them: printable ASCII.
    public let codes: [String]

    /// How many bytes it has.
    public let size: Int

    /// What ends every attribution.
    private static let marker: [UInt8] = (0..<8).flatMap { _ in [0x80, 0x21] as [UInt8] }

    /// Reads the end of `data`, from the last byte on.
    ///
    /// - Returns: `nil` if it is not one of schema 0, whose codes are those of one registry, or of schema 1, which
    ///   names another registry by chain and address.
    public init?(endOf data: [UInt8]) {
        var rest = data[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropLast(count) }
            return rest.suffix(count)
        }
        guard take(Self.marker.count)?.elementsEqual(Self.marker) == true, let schema = take(1)?.first, schema <= 1,
            let length = take(1)?.first, length > 0, let text = take(Int(length)),
            text.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        codes = String(decoding: text, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        guard codes.allSatisfy({ !$0.isEmpty }) else { return nil }
        if schema == 1 {
            guard let length = take(1)?.first, (1...32).contains(length), take(Int(length)) != nil, take(20) != nil
            else {
                return nil
            }
        }
        size = data.count - rest.count
    }
}

extension ContractCall {
    /// The attribution after the arguments of a known function; `nil` if there is no data after them or other data, or
    /// if the function is not known.
    public var attribution: Attribution? {
        guard let found = Attribution(endOf: data), let known = KnownFunctions.function(of: data),
            (try? known.function.arguments(of: data)) == nil,
            (try? known.function.arguments(of: data.dropLast(found.size))) != nil
        else { return nil }
        return found
    }
}

/// Puts a message together from parts of a fountain code, in any order.
package struct FountainDecoder: Sendable {
    private struct Mixture: Sendable {
        var places: Set<Int>
        var data: [UInt8]
    }

    private let first: FountainPart
    private let chooser: FragmentChooser
    private var fragments: [Int: [UInt8]] = [:]
    private var mixtures: [Mixture] = []

    /// The maximum number of mixtures that wait for fragments; more are dropped, and can be sent again.
    private static let mostMixtures = 200

    /// Begins with a part.
    package init(_ part: FountainPart) {
        first = part
        chooser = FragmentChooser(count: part.count, checksum: part.checksum)
        add(part)
    }

    /// The number of fragments that are known.
    package var known: Int { fragments.count }

    /// The number of fragments of the message.
    package var count: Int { first.count }

    /// Takes a part.
    ///
    /// - Throws: ``UniformResourceError/otherSeries`` if it is a part of another message; nothing has changed then.
    package mutating func receive(_ part: FountainPart) throws(UniformResourceError) {
        guard part.count == first.count, part.length == first.length, part.checksum == first.checksum,
            part.data.count == first.data.count
        else { throw .otherSeries }
        add(part)
    }

    /// The message; `nil` if fragments are missing.
    ///
    /// - Throws: ``UniformResourceError/checksum`` if a part was damaged or forged.
    package func message() throws(UniformResourceError) -> [UInt8]? {
        guard known == count else { return nil }
        let message = (0..<count).flatMap { fragments[$0] ?? [] }.prefix(first.length)
        guard CRC32.checksum(of: message) == first.checksum else { throw .checksum }
        return Array(message)
    }

    private mutating func add(_ part: FountainPart) {
        var news = [Mixture(places: chooser.fragments(ofPart: part.number), data: part.data)]
        while var mixture = news.popLast() {
            reduce(&mixture)
            guard let place = mixture.places.first else { continue }
            guard mixture.places.count == 1 else {
                if mixtures.count < Self.mostMixtures { mixtures.append(mixture) }
                continue
            }
            fragments[place] = mixture.data
            // Mixtures with this fragment have become simpler, and are looked at again.
            news += mixtures.filter { $0.places.contains(place) }
            mixtures.removeAll { $0.places.contains(place) }
        }
    }

    /// Takes the fragments and the smaller mixtures that are known out of a mixture.
    private func reduce(_ mixture: inout Mixture) {
        for place in mixture.places {
            guard let fragment = fragments[place] else { continue }
            mixture.places.remove(place)
            mixture.data.mix(with: fragment)
        }
        for smaller in mixtures where smaller.places.isSubset(of: mixture.places) {
            mixture.places.subtract(smaller.places)
            mixture.data.mix(with: smaller.data)
        }
    }
}

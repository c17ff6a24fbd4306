/// The members of a JSON object, each key once, in the order in which they were written.
public struct JSONObject: Hashable, Sendable {
    /// One member.
    public struct Member: Hashable, Sendable {
        /// The name of the member.
        public let key: String

        /// Its value.
        public var value: JSON
    }

    /// All members, in order.
    public private(set) var members: [Member] = []

    /// The index of each member; only for objects in which a linear search would take long.
    private var places: [MemberName: Int]?

    /// The maximum number of members for a linear search.
    static let few = 12

    /// Creates an empty object.
    public init() {}

    /// Creates an object from members that are known to be distinct, and from their index, if that is known.
    init(distinct members: [Member], places: [MemberName: Int]? = nil) {
        self.members = members
        self.places = places
        if places == nil { index() }
    }

    /// The value of `key`; setting an existing one replaces it in its position, setting `nil` removes it.
    public subscript(key: String) -> JSON? {
        get { place(of: key).map { members[$0].value } }
        set {
            let place = place(of: key)
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                places = nil
                index()
            case (nil, let value?):
                members.append(Member(key: key, value: value))
                if places == nil { index() } else { places?[MemberName(key)] = members.count - 1 }
            case (nil, nil): break
            }
        }
    }

    private func place(of key: String) -> Int? {
        if let places { return places[MemberName(key)] }
        let name = MemberName(key)
        return members.firstIndex { MemberName($0.key) == name }
    }

    private mutating func index() {
        guard members.count > Self.few else { return }
        var places: [MemberName: Int] = [:]
        places.reserveCapacity(members.count)
        for (place, member) in members.enumerated() { places[MemberName(member.key)] = place }
        self.places = places
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }
}

extension JSONObject {
    /// Whether both have the same members in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members == right.members
    }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members)
    }
}

/// The name of a member, compared by its bytes: Swift considers canonically equivalent strings equal.
struct MemberName: Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: MemberName, right: MemberName) -> Bool {
        // Names with other bytes are rarely equal in Swift, and of these few have the same length.
        guard left.text.utf8.count == right.text.utf8.count, left.text == right.text else { return false }
        return left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }
}

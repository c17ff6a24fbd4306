import CSodium

/// What tells a publication from every other: its publisher, the id of the request, the topic and the content.
///
/// The id alone is not enough: some clients count their requests from the same number after each start.
struct PublicationMark {
    private let bytes: [UInt8]

    init(_ publication: Publication, from publisher: ClientID, request: RequestID) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 + request.json.count + publication.body.count)
        publisher.bytes.append(to: &bytes)
        publication.topic.bytes.append(to: &bytes)
        bytes.append(contentsOf: request.content)
        bytes.append(0)
        bytes.append(contentsOf: publication.body)
        self.bytes = bytes
    }

    /// A digest that is the same on all relays.
    var digest: Bytes32 { Bytes32(digestOf: bytes) }

    /// A short digest with a secret key of this process, so that nobody can make two publications with the same one.
    var tag: UInt64 {
        var tag = [UInt8](repeating: 0, count: 8)
        crypto_shorthash(&tag, bytes, UInt64(bytes.count), Self.key)
        return tag.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let key: [UInt8] = {
        var key = [UInt8](repeating: 0, count: Int(crypto_shorthash_KEYBYTES))
        randombytes_buf(&key, key.count)
        return key
    }()
}

/// What was published lately, to recognize a client that repeats a request because it did not see the answer.
struct PublicationHistory {
    /// The most marks of a generation.
    private static let most = 400_000

    private let lifetime: UInt64
    private var marks: Set<UInt64> = []
    private var former: Set<UInt64> = []
    private var began: UInt64 = 0

    /// Creates a history that remembers each publication for `lifetime` milliseconds at least, if there are not too
    /// many.
    init(lifetime: UInt64) {
        self.lifetime = lifetime
    }

    /// Whether `mark` was added.
    mutating func holds(_ mark: UInt64, now: UInt64) -> Bool {
        if now &- began > lifetime || marks.count >= Self.most {
            former = now &- began > 2 * lifetime ? [] : marks
            marks = []
            began = now
        }
        return marks.contains(mark) || former.contains(mark)
    }

    /// Adds `mark`.
    mutating func add(_ mark: UInt64) { marks.insert(mark) }
}

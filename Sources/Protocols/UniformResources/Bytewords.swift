/// Bytewords in the minimal style (BCR-2020-012): the first and the last letter of a word for each byte, and a checksum.
enum Bytewords {
    private static let words = """
        able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz \
        calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down \
        draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap \
        flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang \
        hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris iron item jade jazz join \
        jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb lava lazy leaf legs \
        liar limp lion list logo loud love luau luck lung main many math maze memo menu meow mild mint miss monk nail \
        navy need news next noon note numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose \
        puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs rust safe saga scar sets silk \
        skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys trip tuna twin ugly \
        undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs what when \
        whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom
        """

    /// The two letters of each byte.
    private static let pairs: [[UInt8]] = words.utf8.split(separator: UInt8(ascii: " ")).map { word in
        [word.first, word.last].compactMap(\.self)
    }

    private static let values: [[UInt8]: UInt8] = Dictionary(
        uniqueKeysWithValues: pairs.enumerated().map { ($0.element, UInt8(truncatingIfNeeded: $0.offset)) })

    /// The letters of `bytes` and of their checksum, in lower case.
    static func text(of bytes: [UInt8]) -> String {
        String(decoding: (bytes + CRC32.bytes(of: bytes)).flatMap { pairs[Int($0)] }, as: UTF8.self)
    }

    /// Reads letters in lower case, and checks the checksum.
    static func bytes(of text: some Collection<UInt8>) throws(UniformResourceError) -> [UInt8] {
        guard text.count.isMultiple(of: 2), text.count > 8 else { throw .form }
        var (bytes, first) = ([UInt8](), UInt8?.none)
        bytes.reserveCapacity(text.count / 2)
        for letter in text {
            guard let start = first.take() else {
                first = letter
                continue
            }
            guard let value = values[[start, letter]] else { throw .form }
            bytes.append(value)
        }
        let content = Array(bytes.dropLast(4))
        guard Array(bytes.suffix(4)) == CRC32.bytes(of: content) else { throw .checksum }
        return content
    }
}

/// Why bytes are not valid RLP.
public enum RLPFault: String, Hashable, Sendable {
    case short = "is shorter than its length prefix says"
    case rest = "continues after its end"
    case notShortest = "is not in its shortest form"
    case tooDeep = "is nested too deeply"
    case tooLarge = "is larger than any transaction"
}

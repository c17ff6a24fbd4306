/// Why bytes are not valid RLP.
public enum RLPFault: String, Hashable, Sendable {
    case short = "ends before what it announces"
    case rest = "goes on behind its end"
    case notShortest = "is not written in the shortest way"
    case tooDeep = "is nested too deeply"
    case tooLarge = "is larger than any transaction"
}

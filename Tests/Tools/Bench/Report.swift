/// What a page says of the job it did.
struct Report: Decodable, Sendable {
    /// Answers that were not what was asked for.
    let wrong: Int

    /// Answers to nothing, since the page was loaded: second answers to the same message among them.
    let strays: Int

    /// Requests without an answer.
    var lost: Int?

    /// How long the job took, by the page's clock.
    var milliseconds: Double?

    /// When the host made each answer, in nanoseconds.
    var stamps: [Double]?
}

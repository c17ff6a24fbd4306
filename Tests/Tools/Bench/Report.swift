/// A page's report about its job.
struct Report: Decodable, Sendable {
    /// The number of responses that did not match their requests.
    let wrong: Int

    /// Answers to nothing, since the page was loaded: second answers to the same message among them.
    let strays: Int

    /// Requests without an answer.
    var lost: Int?

    /// The number of documents, if the page was reloaded.
    var documents: Int?

    /// How long the job took, by the page's clock.
    var milliseconds: Double?

    /// When the host made each answer, in nanoseconds.
    var stamps: [Double]?

    /// When the script of the page began, in milliseconds since 1970; only in the first report.
    var began: Double?
}

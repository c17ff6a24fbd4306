/// Why a simulator cannot do what it was told.
public enum SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot listen; what the system says.
    case listen(String)
    /// The certificate or its key cannot be read.
    case identity
    /// A file cannot be written.
    case file(String)
    /// A script makes no sense; where, and what was expected there.
    case script(path: String, expected: String)
    /// The payment does not exist.
    case noPayment(String)

    /// One sentence.
    public var description: String {
        switch self {
        case .listen(let reason): "The simulator cannot listen: \(reason)"
        case .identity: "The certificate or its key cannot be read; both must be in PEM."
        case .file(let path): "The file \(path) cannot be written."
        case .script(let path, let expected):
            "The script is not valid\(path.isEmpty ? "" : " at \(path)"): \(expected)."
        case .noPayment(let id): "There is no payment \(id)."
        }
    }
}

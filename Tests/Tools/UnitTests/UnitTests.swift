import Testing

/// The unit tests as a program, which takes the arguments of a test bundle, such as `--filter`.
@main struct UnitTests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}

/// The attempts of a frame to reach the wallet; it reports the results to its parent page.
enum FrameProbe {
    /// The names by which pages know the wallet, as a frame's own realm has them.
    static let nothing = "undefined undefined undefined 0"

    /// A script for a frame whose page above it must not be touched (a frame of another origin cannot).
    static let script = PageCode.call("frame-probe", "probe")

    /// The attempts of a frame of another origin to access its parent page.
    static let upwards = PageCode.call("frame-probe", "probeUpwards")

    /// A whole document with `script`, to be a frame.
    static func html(_ script: String = script) -> String {
        "<!doctype html><script>\(script)</script>"
    }
}

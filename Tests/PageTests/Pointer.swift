import Glibc

/// A mouse that the display takes for a real one.
///
/// What a script does is no gesture, nor is what the host runs in a page, so this goes the way of the hand: X's test
/// extension, whose library comes with the accessibility service.
@MainActor final class Pointer {
    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, CUnsignedLong) -> CInt
    private typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private typealias Flush = @convention(c) (OpaquePointer) -> CInt

    private let display: OpaquePointer
    private let move: Move
    private let press: Press
    private let flush: Flush

    init() throws(Failure) {
        guard let x = dlopen("libX11.so.6", RTLD_NOW), let test = dlopen("libXtst.so.6", RTLD_NOW),
            let open: Open = Self.function("XOpenDisplay", in: x), let flush: Flush = Self.function("XFlush", in: x),
            let move: Move = Self.function("XTestFakeMotionEvent", in: test),
            let press: Press = Self.function("XTestFakeButtonEvent", in: test)
        else { throw Failure("the libraries of X's test extension are missing: libx11-6, libxtst6") }
        guard let display = open(nil) else { throw Failure("there is no display") }
        (self.display, self.flush, self.move, self.press) = (display, flush, move, press)
    }

    private static func function<Function>(_ name: String, in library: UnsafeMutableRawPointer) -> Function? {
        // Unsafe because a library knows no types; ours are those of Xlib.h and XTest.h.
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// Clicks at a point of the screen, in pixels.
    func click(x: Int, y: Int) {
        _ = move(display, -1, CInt(x), CInt(y), 0)
        _ = press(display, 1, 1, 0)
        _ = press(display, 1, 0, 0)
        _ = flush(display)
    }
}

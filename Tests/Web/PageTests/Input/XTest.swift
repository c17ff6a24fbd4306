import Glibc
import WindowTesting

/// X's test extension: a mouse and a keyboard that the display takes for real ones.
///
/// What a script does is no gesture, nor is what the host runs in a page, so this goes the way of the hand. The library
/// comes with the accessibility service.
@MainActor final class XTest {
    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, CUnsignedLong) -> CInt
    private typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private typealias Code = @convention(c) (OpaquePointer, CUnsignedLong) -> UInt8
    private typealias Flush = @convention(c) (OpaquePointer) -> CInt

    private let display: OpaquePointer
    private let move: Move
    private let button: Press
    private let key: Press
    private let code: Code
    private let flush: Flush

    init() throws(Failure) {
        guard let x = dlopen("libX11.so.6", RTLD_NOW), let test = dlopen("libXtst.so.6", RTLD_NOW),
            let open: Open = Self.function("XOpenDisplay", in: x), let flush: Flush = Self.function("XFlush", in: x),
            let code: Code = Self.function("XKeysymToKeycode", in: x),
            let move: Move = Self.function("XTestFakeMotionEvent", in: test),
            let button: Press = Self.function("XTestFakeButtonEvent", in: test),
            let key: Press = Self.function("XTestFakeKeyEvent", in: test)
        else { throw Failure("the libraries of X's test extension are missing: libx11-6, libxtst6") }
        guard let display = open(nil) else { throw Failure("there is no display") }
        (self.display, self.flush, self.code) = (display, flush, code)
        (self.move, self.button, self.key) = (move, button, key)
    }

    private static func function<Function>(_ name: String, in library: UnsafeMutableRawPointer) -> Function? {
        // Unsafe because a library knows no types; ours are those of Xlib.h and XTest.h.
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// Moves the pointer to a point of the screen, in pixels.
    func move(x: Int, y: Int) {
        _ = move(display, -1, CInt(x), CInt(y), 0)
        _ = flush(display)
    }

    /// Presses or releases the first button of the mouse.
    func button(isDown: Bool) {
        _ = button(display, 1, isDown ? 1 : 0, 0)
        _ = flush(display)
    }

    /// Presses or releases a key, by its symbol of X11.
    func key(_ symbol: UInt, isDown: Bool) {
        _ = key(display, CUnsignedInt(code(display, CUnsignedLong(symbol))), isDown ? 1 : 0, 0)
        _ = flush(display)
    }
}

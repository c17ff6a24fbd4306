import Bridge
import CWebKit
import GLibKit

/// Whether the pages of the view are drawn.
extension WebView {
    /// Notes each time that the view is drawn.
    func followFrames() {
        Signal.connect(widget.pointer, "draw") { [weak self] (_: gpointer?) -> Bool in
            self?.frames.draw()
            return false
        }
    }

    /// Watches a document that has been loaded until it is drawn.
    func watchFrames() {
        guard origin != nil, onFrames != nil else { return }
        frames.finish(at: options.time.now())
        Frames.run(of: widget.pointer.cast()) { [weak self] in
            guard let self else { return false }
            let isVisible = gtk_widget_get_mapped(widget.pointer.cast()) != 0
            switch frames.frame(at: options.time.now(), isVisible: isVisible) {
            case .waiting: return true
            case .drawn: onFrames?(true)
            case .blank: onFrames?(false)
            case .over: break
            }
            return false
        }
    }

    /// Draws pages with the processor from now on, for graphics drivers that draw nothing.
    package func drawWithoutHardware() {
        let settings = webkit_web_view_get_settings(widget.pointer)
        webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    }

    /// Whether pages are drawn with the processor.
    package var drawsWithoutHardware: Bool {
        let settings = webkit_web_view_get_settings(widget.pointer)
        return webkit_settings_get_hardware_acceleration_policy(settings) == WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER
    }
}

import Bridge
import CWebKit
import GLibKit
import Messages
import WebHost

/// A series of images in a window, with the number of the current one and a button that stops them.
@MainActor final class AnimatedImage {
    let widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    private let images: [Screen.Image]
    private let view: Widget = gtk_image_new()
    private let number = Draw.label("")
    private let slides: Slideshow
    private var button: Widget?

    init(_ animation: Screen.Animation, time: TimeSource) {
        images = animation.images
        slides = Slideshow(count: animation.images.count, interval: animation.interval, time: time)
        gtk_widget_set_halign(view, GTK_ALIGN_CENTER)
        gtk_widget_set_halign(number, GTK_ALIGN_CENTER)
        Draw.add(view, to: widget)
        Draw.add(number, to: widget)
        show(0)
        guard images.count > 1 else { return }
        let button = Draw.button(localized("Pause")) { [weak self] in self?.toggle() }
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        Draw.add(button, to: widget)
        self.button = button
        slides.onShow = { [weak self] in self?.show($0) }
        slides.start()
    }

    private func toggle() {
        if slides.isRunning { slides.pause() } else { slides.start() }
        if let button {
            gtk_button_set_label(button.cast(), slides.isRunning ? localized("Pause") : localized("Continue"))
        }
    }

    private func show(_ place: Int) {
        guard images.indices.contains(place) else { return }
        let image = images[place]
        Draw.name(view, VisibleText.of(image.description))
        let pixels = image.pixbuf(width: 330)
        gtk_image_set_from_pixbuf(view.cast(), pixels)
        if let pixels { g_object_unref(UnsafeMutableRawPointer(pixels)) }
        guard images.count > 1 else { return }
        let (part, count) = (place + 1, images.count)
        gtk_label_set_text(
            number.cast(), localized("QR code \(part, as: "number") of \(count, as: "count")"))
    }
}

extension Screen.Image {
    /// The image with its border, with modules of whole pixels, about as wide as `width`; the caller releases it.
    @MainActor func pixbuf(width: Int) -> OpaquePointer? {
        let (side, bytes) = pixels(scale: 1)
        let data = g_bytes_new(bytes, gsize(bytes.count))
        defer { g_bytes_unref(data) }
        let small = gdk_pixbuf_new_from_bytes(
            data, GDK_COLORSPACE_RGB, 0, 8, gint(side), gint(side), gint(side * 3))
        defer { if let small { g_object_unref(UnsafeMutableRawPointer(small)) } }
        let wanted = gint(side * max(2, width / side))
        return gdk_pixbuf_scale_simple(small, wanted, wanted, GDK_INTERP_NEAREST)
    }
}

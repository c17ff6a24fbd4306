import CWebKit
import WebHost

/// The style sheet of approvals; loaded once for the screen.
///
/// Shades are translucent, so they fit light and dark themes; sizes are relative to the text size.
@MainActor enum ApprovalStyle {
    private static var isLoaded = false

    static func load() {
        guard !isLoaded, let screen = gdk_screen_get_default() else { return }
        isLoaded = true
        let provider: UnsafeMutablePointer<GtkCssProvider> = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, sheet, -1, nil)
        gtk_style_context_add_provider_for_screen(
            screen, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    private static let sheet = """
        .approval-header { padding: 14px 18px 12px 18px; background-color: alpha(currentColor, 0.05);
            border-bottom: 1px solid alpha(currentColor, 0.15); }
        .approval-origin { font-size: 115%; }
        .approval-own { font-weight: bold; }
        .approval-kind { font-size: 85%; padding: 1px 8px; border-radius: 99px;
            background-color: alpha(currentColor, 0.10); }
        .approval-phrase { font-weight: bold; }
        .approval-small { font-size: 90%; }
        .approval-dim { opacity: 0.72; }
        .approval-notice { font-size: 90%; font-weight: bold; padding: 4px 18px;
            background-color: alpha(#3584e4, 0.16); border-bottom: 1px solid alpha(#3584e4, 0.35); }
        .window-notice { font-size: 90%; font-weight: bold; padding: 2px 12px; border-radius: 99px;
            background-color: alpha(#3584e4, 0.24); }
        .approval-content { padding: 18px; }
        .approval-sentence { font-size: 140%; font-weight: bold; }
        .approval-heading { font-weight: bold; }
        .approval-theirs { font-family: monospace; }
        .approval-quote { font-family: monospace; padding: 4px 8px; border-radius: 4px;
            background-color: alpha(currentColor, 0.06); border: 1px solid alpha(currentColor, 0.15); }
        .approval-note { font-size: 85%; padding: 1px 8px; border-radius: 99px;
            background-color: alpha(currentColor, 0.10); }
        .approval-caution, .approval-danger { padding: 10px 12px; border-radius: 4px; }
        .approval-caution { background-color: alpha(#e5a50a, 0.20); border-left: 4px solid #e5a50a; }
        .approval-danger { background-color: alpha(#e01b24, 0.16); border-left: 4px solid #e01b24; }
        .approval-info { background-color: alpha(currentColor, 0.06); border-left: 4px solid alpha(currentColor, 0.4);
            padding: 10px 12px; border-radius: 4px; }
        .approval-sign { font-size: 130%; }
        .approval-box { border: 1px solid alpha(currentColor, 0.25); border-radius: 4px; }
        .approval-box textview { font-size: 95%; }
        .approval-raw { font-family: monospace; }
        .approval-copy { padding: 0 4px; min-height: 0; min-width: 0; }
        .approval-footer { padding: 12px 18px 18px 18px; border-top: 1px solid alpha(currentColor, 0.15); }
        .approval-footer button { min-width: 3.4em; padding: 6px 14px; }
        .approval-check check { min-width: 1.1em; min-height: 1.1em; margin-right: 9px; }
        .approval-section { padding: 2px 8px 2px 2px; min-height: 0; }
        .approval-waiting button { padding: 1px 10px; min-height: 0; }
        .approval-edit { padding: 1px 10px; min-height: 0; }
        .approval-problem { padding: 6px 12px; border-radius: 4px; background-color: alpha(#e5a50a, 0.20);
            border-left: 4px solid #e5a50a; }
        .approval-outcome { font-weight: bold; }
        .step-choice { padding: 10px 14px; }
        .step-group { font-weight: bold; margin-top: 9px; }
        .step-clock { font-size: 90%; }
        .step-urgent { font-weight: bold; padding: 6px 12px; border-radius: 4px;
            background-color: alpha(#e5a50a, 0.20); border-left: 4px solid #e5a50a; }
        .step-mark { font-size: 200%; font-weight: bold; }
        .step-done { color: #26a269; }
        .step-stopped { color: #c01c28; }
        """
}

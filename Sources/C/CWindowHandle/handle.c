#include "CWindowHandle.h"

#include <gdk/gdkwayland.h>
#include <gdk/gdkx.h>
#include <stdlib.h>
#include <string.h>

char *drawbridge_x11_handle(void *window) {
    if (!GDK_IS_X11_WINDOW(window)) return NULL;
    return g_strdup_printf("x11:%lx", gdk_x11_window_get_xid(window));
}

int drawbridge_export_wayland(
    void *window, void (*tell)(void *window, const char *handle, void *data), void *data, void (*release)(void *data)) {
    if (!GDK_IS_WAYLAND_WINDOW(window)) return 0;
    return gdk_wayland_window_export_handle(window, (GdkWaylandWindowExported)tell, data, release);
}

int drawbridge_attach(void *window, const char *handle) {
    if (strncmp(handle, "x11:", 4) == 0 && GDK_IS_X11_WINDOW(window)) {
        char *end = NULL;
        unsigned long number = strtoul(handle + 4, &end, 16);
        if (end == handle + 4 || *end != 0 || number == 0 || number > 0xFFFFFFFF) return 0;
        GdkWindow *parent = gdk_x11_window_foreign_new_for_display(gdk_window_get_display(window), number);
        if (parent == NULL) return 0;
        gdk_window_set_transient_for(window, parent);
        g_object_unref(parent);
        return 1;
    }
    if (strncmp(handle, "wayland:", 8) == 0 && GDK_IS_WAYLAND_WINDOW(window)) {
        return gdk_wayland_window_set_transient_for_exported(window, (char *)handle + 8);
    }
    return 0;
}

#pragma once

/* Handles of windows for other processes, in the form in which desktop portals name them: "x11:" and the window's number
 * in hexadecimal digits, or "wayland:" and a handle of xdg-foreign. The pointers are GdkWindows; they are untyped because
 * the headers of the two display systems define words that Swift needs. */

/* The handle of a window of X11, to be freed with g_free; NULL where it is another kind of window. */
char *drawbridge_x11_handle(void *window);

/* Asks the compositor of Wayland for a handle, which it gives once, without its prefix; 0 if it has none. */
int drawbridge_export_wayland(
    void *window, void (*tell)(void *window, const char *handle, void *data), void *data, void (*release)(void *data));

/* Makes a window belong to the one that the handle names; 0 where that is not possible. */
int drawbridge_attach(void *window, const char *handle);

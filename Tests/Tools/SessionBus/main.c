// Plays the system's session service (logind) on the bus that DBUS_SYSTEM_BUS_ADDRESS names: says each word that it
// reads, `lock`, `sleep` or `wake`, as the signal that the real one would send.

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    GError *error = NULL;
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SYSTEM, NULL, &error);
    if (bus == NULL) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    // 4: do not wait in line for the name.
    GVariant *answer = g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        g_variant_new("(su)", "org.freedesktop.login1", 4u), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
    if (answer == NULL) {
        fprintf(stderr, "%s\n", error->message);
        return 1;
    }
    g_variant_unref(answer);
    puts("ready");
    fflush(stdout);
    char word[32];
    while (fgets(word, sizeof word, stdin) != NULL) {
        word[strcspn(word, "\n")] = '\0';
        if (strcmp(word, "lock") == 0) {
            g_dbus_connection_emit_signal(
                bus, NULL, "/org/freedesktop/login1/session/_31", "org.freedesktop.login1.Session", "Lock", NULL, NULL);
        } else {
            g_dbus_connection_emit_signal(
                bus, NULL, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
                g_variant_new("(b)", strcmp(word, "sleep") == 0), NULL);
        }
        g_dbus_connection_flush_sync(bus, NULL, NULL);
        puts(word);
        fflush(stdout);
    }
    g_object_unref(bus);
    return 0;
}

/* The least that a program needs to answer a page through WebKit: the yardstick of `make bench`.
 *
 * One script message handler with reply, in the page's own world, JSON text both ways. It checks nothing: not who asks,
 * not from which frame, not whether the text is JSON. The view is set up as the bridge's is: sandbox on, nothing kept,
 * page cache off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <webkit2/webkit2.h>

/* The text between `before` and the next quotation mark. */
static const char *field(const char *text, const char *before, int *length) {
    const char *start = strstr(text, before);
    *length = 0;
    if (start == NULL) return "";
    start += strlen(before);
    const char *end = strchr(start, '"');
    if (end == NULL) return "";
    *length = (int)(end - start);
    return start;
}

/* The answer to one message: for `echo` what it brought, for everything else the time. */
static char *answer(const char *text) {
    int id_length, command_length;
    const char *id = field(text, "\"messageId\":\"", &id_length);
    const char *command = field(text, "\"command\":\"", &command_length);
    if (command_length == 4 && memcmp(command, "echo", 4) == 0) {
        const char *data = strstr(text, "\"data\":");
        const char *end = strrchr(text, '}');
        if (data != NULL && end != NULL && end > data)
            return g_strdup_printf("{\"messageId\":\"%.*s\",\"command\":\"echo\",%.*s}", id_length, id, (int)(end - data), data);
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long stamp = (long long)now.tv_sec * 1000000000 + now.tv_nsec;
    return g_strdup_printf("{\"messageId\":\"%.*s\",\"command\":\"%.*s\",\"data\":{\"stamp\":\"%lld\"}}",
        id_length, id, command_length, command, stamp);
}

static gboolean receive(WebKitUserContentManager *manager, JSCValue *message, WebKitScriptMessageReply *reply, gpointer data) {
    char *text = jsc_value_to_string(message);
    char *reply_text = answer(text);
    JSCValue *value = jsc_value_new_string(jsc_value_get_context(message), reply_text);
    webkit_script_message_reply_return_value(reply, value);
    g_object_unref(value);
    g_free(reply_text);
    g_free(text);
    return TRUE;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: BareHost URL\n");
        return 64;
    }
    unsetenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS");
    if (!gtk_init_check(NULL, NULL)) return 2;
    WebKitWebContext *context = webkit_web_context_new_ephemeral();
    webkit_web_context_set_sandbox_enabled(context, TRUE);
    GtkWidget *view = webkit_web_view_new_with_context(context);
    g_object_ref_sink(view);
    WebKitSettings *settings = webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view));
    webkit_settings_set_enable_page_cache(settings, FALSE);
    WebKitUserContentManager *manager = webkit_web_view_get_user_content_manager(WEBKIT_WEB_VIEW(view));
    g_signal_connect(manager, "script-message-with-reply-received::bare", G_CALLBACK(receive), NULL);
    webkit_user_content_manager_register_script_message_handler_with_reply(manager, "bare", NULL);
    webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), arguments[1]);
    gtk_main();
    return 0;
}

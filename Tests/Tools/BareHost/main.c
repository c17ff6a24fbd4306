/* The least that a program needs to answer a page through WebKit: the yardstick of `make bench`.
 *
 * One script message handler with reply, in the page's own world, JSON text both ways. It checks nothing: not who asks,
 * not from which frame, not whether the text is JSON. The view is set up as the bridge's is: sandbox on, nothing kept,
 * page cache off. With `window` the view is in a window, for `scripts/footprint`. With `evaluate` it answers as
 * webview/webview does, by a script that the page runs; with `scheme` as Tauri does, by responses to requests of a scheme of
 * its own. With `forms` it opens one form after the other instead, each in a view of its own, and takes whatever is said to
 * be its end. */
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

/* `text` as a string in a script: JSON without U+2028 and U+2029, which the texts here do not contain. */
static void append_quoted(GString *script, const char *text) {
    g_string_append_c(script, '"');
    for (const char *at = text; *at != 0; at += 1) {
        if (*at == '"' || *at == '\\') g_string_append_c(script, '\\');
        g_string_append_c(script, *at);
    }
    g_string_append_c(script, '"');
}

/* webview/webview's way: the message is a number, a space and the text, and a script resolves the promise with this number. */
static void receive_to_evaluate(WebKitUserContentManager *manager, WebKitJavascriptResult *message, gpointer view) {
    char *text = jsc_value_to_string(webkit_javascript_result_get_js_value(message));
    char *body = strchr(text, ' ');
    if (body != NULL) {
        *body = 0;
        char *reply_text = answer(body + 1);
        GString *script = g_string_new("window.bareAnswers.resolve(");
        g_string_append(script, text);
        g_string_append_c(script, ',');
        append_quoted(script, reply_text);
        g_string_append(script, ")");
        webkit_web_view_evaluate_javascript(view, script->str, (gssize)script->len, NULL, NULL, NULL, NULL, NULL);
        g_string_free(script, TRUE);
        g_free(reply_text);
    }
    g_free(text);
}

static void respond(WebKitURISchemeRequest *request, char *text) {
    gsize size = strlen(text);
    GInputStream *stream = g_memory_input_stream_new_from_data(text, (gssize)size, g_free);
    WebKitURISchemeResponse *response = webkit_uri_scheme_response_new(stream, (gint64)size);
    SoupMessageHeaders *headers = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
    soup_message_headers_append(headers, "Access-Control-Allow-Origin", "*");
    soup_message_headers_append(headers, "Access-Control-Allow-Headers", "*");
    soup_message_headers_append(headers, "Access-Control-Max-Age", "600");
    webkit_uri_scheme_response_set_content_type(response, "application/json");
    webkit_uri_scheme_response_set_http_headers(response, headers);
    webkit_uri_scheme_request_finish_with_response(request, response);
    g_object_unref(response);
    g_object_unref(stream);
}

static void respond_to_body(GObject *output, GAsyncResult *result, gpointer data) {
    WebKitURISchemeRequest *request = data;
    g_output_stream_splice_finish(G_OUTPUT_STREAM(output), result, NULL);
    GBytes *body = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(output));
    char *text = g_strndup(g_bytes_get_data(body, NULL), g_bytes_get_size(body));
    respond(request, answer(text));
    g_free(text);
    g_bytes_unref(body);
    g_object_unref(output);
    g_object_unref(request);
}

/* Tauri's way: a request with headers of its own, which the page's engine first asks for (OPTIONS). */
static void receive_request(WebKitURISchemeRequest *request, gpointer data) {
    GInputStream *body = webkit_uri_scheme_request_get_http_body(request);
    if (body == NULL) {
        respond(request, g_strdup(""));
        return;
    }
    GOutputStream *output = g_memory_output_stream_new_resizable();
    g_output_stream_splice_async(
        output, body, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, G_PRIORITY_DEFAULT, NULL,
        respond_to_body, g_object_ref(request));
    g_object_unref(body);
}

static WebKitWebView *open_view(void) {
    WebKitWebContext *context = webkit_web_context_new_ephemeral();
    webkit_web_context_set_sandbox_enabled(context, TRUE);
    GtkWidget *view = webkit_web_view_new_with_context(context);
    g_object_ref_sink(view);
    g_object_unref(context);
    webkit_settings_set_enable_page_cache(webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view)), FALSE);
    return WEBKIT_WEB_VIEW(view);
}

static const char *form_url;
static WebKitWebView *form;

static gboolean open_form(gpointer data);

static void end_form(WebKitUserContentManager *manager, WebKitJavascriptResult *result, gpointer data) {
    g_idle_add(open_form, NULL);
}

static gboolean open_form(gpointer data) {
    if (form != NULL) {
        gtk_widget_destroy(GTK_WIDGET(form));
        g_object_unref(form);
    }
    form = open_view();
    WebKitUserContentManager *manager = webkit_web_view_get_user_content_manager(form);
    g_signal_connect(manager, "script-message-received::payDataCollectionComplete", G_CALLBACK(end_form), NULL);
    webkit_user_content_manager_register_script_message_handler(manager, "payDataCollectionComplete");
    webkit_web_view_load_uri(form, form_url);
    return G_SOURCE_REMOVE;
}

int main(int count, char **arguments) {
    gboolean opens_forms = count == 3 && strcmp(arguments[1], "forms") == 0;
    gboolean has_window = count == 3 && strcmp(arguments[1], "window") == 0;
    gboolean evaluates = count == 3 && strcmp(arguments[1], "evaluate") == 0;
    gboolean has_scheme = count == 3 && strcmp(arguments[1], "scheme") == 0;
    if (count != 2 && !opens_forms && !has_window && !evaluates && !has_scheme) {
        fprintf(stderr, "usage: BareHost [evaluate|forms|scheme|window] URL\n");
        return 64;
    }
    unsetenv("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS");
    if (!gtk_init_check(NULL, NULL)) return 2;
    if (opens_forms) {
        form_url = arguments[2];
        open_form(NULL);
        gtk_main();
        return 0;
    }
    WebKitWebView *view = open_view();
    WebKitUserContentManager *manager = webkit_web_view_get_user_content_manager(view);
    if (evaluates) {
        g_signal_connect(manager, "script-message-received::bare", G_CALLBACK(receive_to_evaluate), view);
        webkit_user_content_manager_register_script_message_handler(manager, "bare");
    } else if (has_scheme) {
        WebKitWebContext *context = webkit_web_view_get_context(view);
        webkit_web_context_register_uri_scheme(context, "bare", receive_request, NULL, NULL);
        WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
        webkit_security_manager_register_uri_scheme_as_secure(security, "bare");
        webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "bare");
    } else {
        g_signal_connect(manager, "script-message-with-reply-received::bare", G_CALLBACK(receive), NULL);
        webkit_user_content_manager_register_script_message_handler_with_reply(manager, "bare", NULL);
    }
    if (has_window) {
        GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
        gtk_window_set_default_size(GTK_WINDOW(window), 1000, 720);
        gtk_container_add(GTK_CONTAINER(window), GTK_WIDGET(view));
        gtk_widget_show_all(window);
    }
    webkit_web_view_load_uri(view, arguments[count - 1]);
    gtk_main();
    return 0;
}

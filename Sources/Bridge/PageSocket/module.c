/* The module in WebKit's web process: what the relay uses instead of WebKit's reply handles.
 *
 * In the relay's script world of a top frame there is one function, `drawbridgeSocket(receive)`. It asks the host for one
 * end of a socket pair, and returns a function that sends text through it. The module neither reads nor checks what it
 * carries: the relay decides what it posts, and the host what it accepts. docs/protocol/wire.md describes the frames.
 *
 * Everything runs on the web process's main thread, and nothing waits there: what the socket does not take is queued, and
 * sent when it takes more. */

#include "socket.h"

#include <webkit2/webkit-web-extension.h>

/* One window object of a top frame, and the socket of its document. */
struct Window {
    grefcount references;
    /* Weak: the page owns its window. */
    WebKitWebPage *page;
    /* Open for as long as the window has it; its functions only keep its memory. */
    Socket *socket;
    /* Whether the host has been asked for a socket and has not answered yet. */
    gboolean is_asking;
    /* Whether another window has replaced this one; its functions do nothing any more. */
    gboolean is_over;
};
typedef struct Window Window;

static const char window_key[] = "drawbridge-window";
static WebKitScriptWorld *world;

/* The classes of the two functions: objects that can be called, with a Window and a Socket. */
static JSClassRef opener_class;
static JSClassRef post_class;

static Window *window_ref(Window *window) {
    g_ref_count_inc(&window->references);
    return window;
}

static void window_unref(gpointer data) {
    Window *window = data;
    if (!g_ref_count_dec(&window->references)) return;
    g_assert(window->socket == NULL);
    g_free(window);
}

static void drop_socket(Window *window) {
    if (window->socket == NULL) return;
    socket_close(window->socket);
    g_clear_pointer(&window->socket, socket_unref);
}

/* Ends a window: its page shows another document, or is closed. */
static void end_window(gpointer data) {
    Window *window = data;
    window->is_over = TRUE;
    window->page = NULL;
    drop_socket(window);
    window_unref(window);
}

/* The host's answer: one descriptor, or none if it has refused. */
static int descriptor_of(WebKitUserMessage *answer) {
    GUnixFDList *list = answer == NULL ? NULL : webkit_user_message_get_fd_list(answer);
    if (list == NULL || g_unix_fd_list_get_length(list) != 1) return -1;
    return g_unix_fd_list_get(list, 0, NULL);
}

static void connect_window(GObject *page, GAsyncResult *result, gpointer data) {
    Window *window = data;
    WebKitUserMessage *answer = webkit_web_page_send_message_to_view_finish(WEBKIT_WEB_PAGE(page), result, NULL);
    int descriptor = descriptor_of(answer);
    if (answer != NULL) g_object_unref(answer);
    window->is_asking = FALSE;
    /* The document may have been replaced meanwhile: then its end of the socket is closed unused. */
    if (window->is_over || window->socket == NULL) {
        if (descriptor >= 0) close(descriptor);
    } else {
        Socket *socket = socket_ref(window->socket);
        socket_connect(socket, descriptor);
        socket_unref(socket);
    }
    window_unref(window);
}

/* `post(text)`: the number of a reason for which the text is not sent, or 0. UTF-8 in a `Uint8Array` is a text, too. */
static JSValueRef post(
    JSContextRef context, JSObjectRef function, JSObjectRef self, size_t count, const JSValueRef values[],
    JSValueRef *exception) {
    Socket *socket = JSObjectGetPrivate(function);
    SocketVerdict verdict = SOCKET_MALFORMED;
    if (count == 1 && JSValueIsString(context, values[0])) {
        JSStringRef text = JSValueToStringCopy(context, values[0], NULL);
        if (text != NULL) {
            verdict = socket_send(socket, text);
            JSStringRelease(text);
        }
    } else if (count == 1 && JSValueGetTypedArrayType(context, values[0], NULL) == kJSTypedArrayTypeUint8Array) {
        JSObjectRef bytes = JSValueToObject(context, values[0], NULL);
        const guint8 *start = bytes == NULL ? NULL : JSObjectGetTypedArrayBytesPtr(context, bytes, NULL);
        if (start != NULL) {
            gsize offset = JSObjectGetTypedArrayByteOffset(context, bytes, NULL);
            gsize size = JSObjectGetTypedArrayByteLength(context, bytes, NULL);
            verdict = socket_send_bytes(socket, start + offset, size);
        }
    }
    return JSValueMakeNumber(context, verdict);
}

/* `drawbridgeSocket(receive)`: `post`, or null if this window cannot have a socket.
 *
 * `receive` gets true once text can be posted, each text of the host (a long one as a `Uint8Array` with its UTF-8), and null
 * when the socket is closed or refused. An earlier socket of the window is closed: it belonged to the document that this one replaces. */
static JSValueRef open_socket(
    JSContextRef context, JSObjectRef function, JSObjectRef self, size_t count, const JSValueRef values[],
    JSValueRef *exception) {
    Window *window = JSObjectGetPrivate(function);
    JSObjectRef receive = count == 1 ? JSValueToObject(context, values[0], NULL) : NULL;
    if (window->is_over || receive == NULL || !JSObjectIsFunction(context, receive)) return JSValueMakeNull(context);
    drop_socket(window);
    window->socket = socket_new(JSContextGetGlobalContext(context), receive);
    /* One question at a time: its answer is for the newest document of the window. */
    if (!window->is_asking) {
        window->is_asking = TRUE;
        webkit_web_page_send_message_to_view(
            window->page, webkit_user_message_new(PAGE_SOCKET_MESSAGE, NULL), NULL, connect_window, window_ref(window));
    }
    return JSObjectMake(context, post_class, socket_ref(window->socket));
}

/* JavaScript has collected a function; nothing of JavaScript may be used here. */
static void forget_window(JSObjectRef function) { window_unref(JSObjectGetPrivate(function)); }
static void forget_socket(JSObjectRef function) { socket_unref(JSObjectGetPrivate(function)); }

static JSClassRef class_of(
    const char *name, JSObjectCallAsFunctionCallback call, JSObjectFinalizeCallback forget) {
    JSClassDefinition definition = kJSClassDefinitionEmpty;
    definition.attributes = kJSClassAttributeNoAutomaticPrototype;
    definition.className = name;
    definition.callAsFunction = call;
    definition.finalize = forget;
    return JSClassCreate(&definition);
}

static void begin_window(WebKitScriptWorld *cleared, WebKitWebPage *page, WebKitFrame *frame, gpointer data) {
    if (!webkit_frame_is_main_frame(frame)) return;
    Window *window = g_new0(Window, 1);
    g_ref_count_init(&window->references);
    window->page = page;
    /* Ends the window before this one. */
    g_object_set_data_full(G_OBJECT(page), window_key, window, end_window);
    /* The C interface of JavaScriptCore: each call of the one with GObjects makes several objects. */
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    JSGlobalContextRef context = webkit_frame_get_javascript_context_for_script_world(frame, cleared);
    G_GNUC_END_IGNORE_DEPRECATIONS
    JSObjectRef function = JSObjectMake(context, opener_class, window_ref(window));
    JSStringRef name = JSStringCreateWithUTF8CString(PAGE_SOCKET_FUNCTION);
    JSObjectSetProperty(context, JSContextGetGlobalObject(context), name, function, kJSPropertyAttributeNone, NULL);
    JSStringRelease(name);
}

G_MODULE_EXPORT void webkit_web_extension_initialize_with_user_data(WebKitWebExtension *extension, GVariant *version) {
    if (version == NULL || !g_variant_is_of_type(version, G_VARIANT_TYPE_STRING)) return;
    if (g_strcmp0(g_variant_get_string(version, NULL), PAGE_SOCKET_VERSION) != 0) return;
    opener_class = class_of(PAGE_SOCKET_FUNCTION, open_socket, forget_window);
    post_class = class_of("post", post, forget_socket);
    world = webkit_script_world_new_with_name(PAGE_SOCKET_WORLD);
    g_signal_connect(world, "window-object-cleared", G_CALLBACK(begin_window), NULL);
}

#define _GNU_SOURCE
#include "socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* The most bytes that wait to be taken by the socket; a text beyond is refused. */
#define MOST_QUEUED ((gsize)64 << 20)

/* The longest text of the host; a longer one is an error. */
#define LONGEST_TEXT ((guint32)64 << 20)

/* The bytes that are read at once, and the most that are read or written before other work of the process. */
#define CHUNK ((gsize)64 << 10)
#define MOST_AT_ONCE ((gsize)4 << 20)

/* A text that is not longer in UTF-8 is sent without memory of its own. */
#define SHORT ((gsize)16 << 10)

/* A text that is not longer is received as a string, a longer one as bytes. */
#define SHORT_RECEIVED ((gsize)2 << 10)

struct Socket {
    grefcount references;
    /* -1 before it is connected, and after it is closed. */
    int descriptor;
    gboolean is_closed;
    /* Both until it is closed: they keep their document in memory. */
    JSGlobalContextRef context;
    JSObjectRef receive;
    guint reading;
    guint writing;
    /* Whether it is being read, and whether a main loop within that has detached the source. */
    gboolean is_reading;
    gboolean is_held;

    /* What the socket did not take: GBytes, in order. */
    GQueue queue;
    gsize queued;

    /* The text that is being received: its header, and its body once the length is known. */
    guint8 header[PAGE_SOCKET_HEADER];
    gsize header_count;
    guint8 *body;
    gsize body_size;
    gsize body_count;
};

Socket *socket_new(JSGlobalContextRef context, JSObjectRef receive) {
    Socket *socket = g_new0(Socket, 1);
    g_ref_count_init(&socket->references);
    socket->descriptor = -1;
    socket->context = JSGlobalContextRetain(context);
    socket->receive = receive;
    JSValueProtect(context, receive);
    g_queue_init(&socket->queue);
    return socket;
}

Socket *socket_ref(Socket *socket) {
    g_ref_count_inc(&socket->references);
    return socket;
}

void socket_unref(gpointer data) {
    Socket *socket = data;
    if (!g_ref_count_dec(&socket->references)) return;
    g_assert(socket->is_closed);
    g_free(socket);
}

void socket_close(Socket *socket) {
    if (socket->is_closed) return;
    socket->is_closed = TRUE;
    if (socket->reading != 0) g_source_remove(socket->reading);
    if (socket->writing != 0) g_source_remove(socket->writing);
    socket->reading = socket->writing = 0;
    if (socket->descriptor >= 0) close(socket->descriptor);
    socket->descriptor = -1;
    g_queue_clear_full(&socket->queue, (GDestroyNotify)g_bytes_unref);
    socket->queued = 0;
    g_clear_pointer(&socket->body, g_free);
    JSValueUnprotect(socket->context, socket->receive);
    JSGlobalContextRelease(socket->context);
}

/* Calls the relay; the socket may be closed afterwards. What is on the stack is not collected. */
static void report(JSGlobalContextRef context, JSObjectRef receive, JSValueRef value) {
    JSObjectCallAsFunction(context, receive, NULL, 1, &value, NULL);
}

/* Closes the socket, and reports it. */
static void hang_up(Socket *socket) {
    if (socket->is_closed) return;
    JSGlobalContextRef context = JSGlobalContextRetain(socket->context);
    JSObjectRef receive = socket->receive;
    socket_close(socket);
    report(context, receive, JSValueMakeNull(context));
    JSGlobalContextRelease(context);
}

/* Passes one long text on to the relay as bytes in UTF-8, which it decodes: JavaScriptCore's own function would make a copy
 * in UTF-16 first. They are copied, because WebKit ends a process that gives JavaScript memory from elsewhere. */
static gboolean deliver_bytes(Socket *socket, const guint8 *bytes, gsize size) {
    JSObjectRef array = JSObjectMakeTypedArray(socket->context, kJSTypedArrayTypeUint8Array, size, NULL);
    void *start = array == NULL ? NULL : JSObjectGetTypedArrayBytesPtr(socket->context, array, NULL);
    if (start == NULL) return FALSE;
    memcpy(start, bytes, size);
    report(socket->context, socket->receive, array);
    return TRUE;
}

/* Passes one text on to the relay; there is a byte behind it that can be changed. False if it cannot be passed on: a text
 * with a NUL after its beginning, which no JSON text has (JavaScriptCore would end the text there), or a lack of memory. A
 * text that begins with NUL has binary values alongside it. */
static gboolean deliver(Socket *socket, guint8 *start, gsize size) {
    if (size > SHORT_RECEIVED || (size > 0 && start[0] == 0)) return deliver_bytes(socket, start, size);
    if (memchr(start, 0, size) != NULL) return FALSE;
    guint8 behind = start[size];
    start[size] = 0;
    JSStringRef text = JSStringCreateWithUTF8CString((const char *)start);
    start[size] = behind;
    JSValueRef value = JSValueMakeString(socket->context, text);
    JSStringRelease(text);
    report(socket->context, socket->receive, value);
    return TRUE;
}

/* Passes the long text on that has been received. */
static gboolean deliver_body(Socket *socket) {
    guint8 *body = g_steal_pointer(&socket->body);
    socket->header_count = 0;
    gboolean is_whole = deliver(socket, body, socket->body_size);
    g_free(body);
    return is_whole;
}

static guint32 length_in(const guint8 *header) {
    guint32 length;
    memcpy(&length, header, sizeof length);
    return GUINT32_FROM_LE(length);
}

/* Takes what was read: delivers whole texts, and keeps the beginning of the last one. False if the host broke the format.
 * There is a byte behind what was read. */
static gboolean take(Socket *socket, guint8 *bytes, gsize count) {
    while (count > 0) {
        if (socket->header_count == 0 && count >= PAGE_SOCKET_HEADER) {
            guint32 length = length_in(bytes);
            if (length > LONGEST_TEXT) return FALSE;
            if (count - PAGE_SOCKET_HEADER >= length) {
                /* The usual case: the whole text is here, and is not copied. */
                if (!deliver(socket, bytes + PAGE_SOCKET_HEADER, length)) return FALSE;
                if (socket->is_closed) return TRUE;
                bytes += PAGE_SOCKET_HEADER + length;
                count -= PAGE_SOCKET_HEADER + length;
                continue;
            }
        }
        gsize part = MIN(count, PAGE_SOCKET_HEADER - socket->header_count);
        memcpy(socket->header + socket->header_count, bytes, part);
        socket->header_count += part;
        bytes += part;
        count -= part;
        if (socket->header_count < PAGE_SOCKET_HEADER) return TRUE;
        if (socket->body == NULL) {
            guint32 length = length_in(socket->header);
            if (length > LONGEST_TEXT) return FALSE;
            socket->body = g_malloc((gsize)length + 1);
            socket->body_size = length;
            socket->body_count = 0;
        }
        part = MIN(count, socket->body_size - socket->body_count);
        memcpy(socket->body + socket->body_count, bytes, part);
        socket->body_count += part;
        bytes += part;
        count -= part;
        if (socket->body_count < socket->body_size) return TRUE;
        if (!deliver_body(socket)) return FALSE;
        if (socket->is_closed) return TRUE;
    }
    return TRUE;
}

/* Reads once; false if nothing is left to read for now, or the socket was closed. */
static gboolean read_once(Socket *socket, gsize *total) {
    guint8 chunk[CHUNK + 1];
    gboolean is_within = socket->body != NULL && socket->body_size - socket->body_count >= CHUNK;
    /* The middle of a long text is read to where it belongs. */
    ssize_t count = is_within
        ? recv(socket->descriptor, socket->body + socket->body_count, socket->body_size - socket->body_count, MSG_DONTWAIT)
        : recv(socket->descriptor, chunk, CHUNK, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) return TRUE;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return FALSE;
    if (count <= 0) {
        hang_up(socket);
        return FALSE;
    }
    *total += (gsize)count;
    if (!is_within) {
        if (!take(socket, chunk, (gsize)count)) hang_up(socket);
        /* A short read has taken everything. */
        return !socket->is_closed && (gsize)count == CHUNK;
    }
    socket->body_count += (gsize)count;
    if (socket->body_count < socket->body_size) return TRUE;
    if (!deliver_body(socket)) hang_up(socket);
    return !socket->is_closed;
}

static gboolean read_socket(gint descriptor, GIOCondition condition, gpointer data);

/* GLib takes a source that cannot recurse out of its poll while it runs, and wakes itself up twice for it: three more system
 * calls for each text. So this one can recurse, and detaches itself in a main loop that a page's script runs, such as a
 * debugger's: its texts come after those that are being delivered. */
static void watch(Socket *socket) {
    GSource *source = g_unix_fd_source_new(socket->descriptor, G_IO_IN | G_IO_HUP | G_IO_ERR);
    g_source_set_can_recurse(source, TRUE);
    g_source_set_callback(source, G_SOURCE_FUNC(read_socket), socket_ref(socket), socket_unref);
    socket->reading = g_source_attach(source, NULL);
    g_source_unref(source);
}

static gboolean read_socket(gint descriptor, GIOCondition condition, gpointer data) {
    Socket *socket = data;
    if (socket->is_reading) {
        socket->reading = 0;
        socket->is_held = TRUE;
        return G_SOURCE_REMOVE;
    }
    socket_ref(socket);
    socket->is_reading = TRUE;
    gsize total = 0;
    while (total < MOST_AT_ONCE && read_once(socket, &total)) continue;
    socket->is_reading = FALSE;
    gboolean stays = !socket->is_closed && !socket->is_held;
    if (socket->is_held && !socket->is_closed) watch(socket);
    socket->is_held = FALSE;
    socket_unref(socket);
    return stays ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Sends what is queued, as far as the socket takes it and other work may wait; false if it is broken. */
static gboolean flush(Socket *socket) {
    gsize total = 0;
    while (socket->queue.length > 0 && total < MOST_AT_ONCE) {
        GBytes *bytes = g_queue_peek_head(&socket->queue);
        gsize size;
        const void *start = g_bytes_get_data(bytes, &size);
        ssize_t count = send(socket->descriptor, start, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        socket->queued -= (gsize)count;
        total += (gsize)count;
        g_queue_pop_head(&socket->queue);
        if ((gsize)count < size)
            g_queue_push_head(&socket->queue, g_bytes_new_from_bytes(bytes, (gsize)count, size - (gsize)count));
        g_bytes_unref(bytes);
    }
    return TRUE;
}

static gboolean write_socket(gint descriptor, GIOCondition condition, gpointer data) {
    Socket *socket = data;
    gboolean is_whole = flush(socket);
    if (is_whole && socket->queue.length > 0) return G_SOURCE_CONTINUE;
    socket->writing = 0;
    /* What broke the socket is also reported to its reader, which hangs up. */
    return G_SOURCE_REMOVE;
}

/* Whether a text of this size can be sent or queued. */
static gboolean has_room(Socket *socket, gsize size) {
    return size <= MOST_QUEUED - PAGE_SOCKET_HEADER && socket->queued <= MOST_QUEUED - PAGE_SOCKET_HEADER - size;
}

static void set_length(guint8 *header, gsize size) {
    guint32 length = GUINT32_TO_LE((guint32)size);
    memcpy(header, &length, sizeof length);
}

/* Sends what the socket takes of a header and a text: the number of bytes, or -1 if the socket is broken. */
static ssize_t send_now(Socket *socket, const guint8 *header, const guint8 *start, gsize size) {
    if (socket->queue.length > 0) return 0;
    struct iovec parts[2] = {{(void *)header, PAGE_SOCKET_HEADER}, {(void *)start, size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t count;
    do {
        count = sendmsg(socket->descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    return MAX(count, 0);
}

/* Queues the rest of `bytes`, of which `sent` bytes are sent already. */
static void queue_rest(Socket *socket, GBytes *bytes, gsize sent) {
    gsize size = g_bytes_get_size(bytes);
    if (sent >= size) return;
    g_queue_push_tail(&socket->queue, g_bytes_new_from_bytes(bytes, sent, size - sent));
    socket->queued += size - sent;
    if (socket->writing == 0)
        socket->writing = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, socket->descriptor, G_IO_OUT, write_socket, socket_ref(socket), socket_unref);
}

SocketVerdict socket_send_bytes(Socket *socket, const guint8 *start, gsize size) {
    if (socket->descriptor < 0) return SOCKET_CLOSED;
    if (!has_room(socket, size)) return SOCKET_FULL;
    guint8 header[PAGE_SOCKET_HEADER];
    set_length(header, size);
    ssize_t count = send_now(socket, header, start, size);
    if (count < 0) return SOCKET_CLOSED;
    gsize sent = (gsize)count;
    if (sent == sizeof header + size) return SOCKET_SENT;
    if (sent < sizeof header) {
        GBytes *rest = g_bytes_new(header, sizeof header);
        queue_rest(socket, rest, sent);
        g_bytes_unref(rest);
        sent = sizeof header;
    }
    sent -= sizeof header;
    GBytes *rest = g_bytes_new(start + sent, size - sent);
    queue_rest(socket, rest, 0);
    g_bytes_unref(rest);
    return SOCKET_SENT;
}

SocketVerdict socket_send(Socket *socket, JSStringRef text) {
    guint8 buffer[SHORT];
    gsize most = JSStringGetMaximumUTF8CStringSize(text);
    gsize length = JSStringGetLength(text);
    if (length > MOST_QUEUED || !has_room(socket, length)) return SOCKET_FULL;
    guint8 *start = most <= sizeof buffer ? buffer : g_malloc(most);
    /* With the NUL behind it. */
    gsize size = JSStringGetUTF8CString(text, (char *)start, most);
    SocketVerdict verdict = size > 0 ? socket_send_bytes(socket, start, size - 1) : SOCKET_MALFORMED;
    if (start != buffer) g_free(start);
    return verdict;
}

void socket_connect(Socket *socket, int descriptor) {
    if (socket->is_closed || socket->descriptor >= 0) {
        if (descriptor >= 0) close(descriptor);
        return;
    }
    if (descriptor < 0) return hang_up(socket);
    socket->descriptor = descriptor;
    watch(socket);
    report(socket->context, socket->receive, JSValueMakeBoolean(socket->context, TRUE));
}

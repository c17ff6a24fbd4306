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

/* The bytes that are read at once, and the most that are read before other work of the process. */
#define CHUNK ((gsize)64 << 10)
#define MOST_READ ((gsize)512 << 10)

struct Socket {
    grefcount references;
    /* -1 before it is connected, and after it is closed. */
    int descriptor;
    gboolean is_closed;
    JSCValue *receive;
    guint reading;
    guint writing;

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

Socket *socket_new(JSCValue *receive) {
    Socket *socket = g_new0(Socket, 1);
    g_ref_count_init(&socket->references);
    socket->descriptor = -1;
    socket->receive = g_object_ref(receive);
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
    socket_close(socket);
    g_free(socket);
}

void socket_close(Socket *socket) {
    socket->is_closed = TRUE;
    if (socket->reading != 0) g_source_remove(socket->reading);
    if (socket->writing != 0) g_source_remove(socket->writing);
    socket->reading = socket->writing = 0;
    if (socket->descriptor >= 0) close(socket->descriptor);
    socket->descriptor = -1;
    g_queue_clear_full(&socket->queue, (GDestroyNotify)g_bytes_unref);
    socket->queued = 0;
    g_clear_pointer(&socket->body, g_free);
    /* It keeps its document in memory. */
    g_clear_object(&socket->receive);
}

/* Calls the relay; the socket may be closed afterwards. */
static void report(Socket *socket, JSCValue *value) {
    JSCValue *receive = g_object_ref(socket->receive);
    JSCValue *result = jsc_value_function_callv(receive, 1, &value);
    if (result != NULL) g_object_unref(result);
    g_object_unref(value);
    g_object_unref(receive);
}

/* Closes the socket, and reports it. */
static void hang_up(Socket *socket) {
    if (socket->is_closed) return;
    JSCValue *receive = g_object_ref(socket->receive);
    socket_close(socket);
    JSCValue *value = jsc_value_new_null(jsc_value_get_context(receive));
    JSCValue *result = jsc_value_function_callv(receive, 1, &value);
    if (result != NULL) g_object_unref(result);
    g_object_unref(value);
    g_object_unref(receive);
}

/* Passes one text on to the relay. */
static void deliver(Socket *socket, const guint8 *start, gsize size) {
    GBytes *bytes = g_bytes_new_static(start, size);
    report(socket, jsc_value_new_string_from_bytes(jsc_value_get_context(socket->receive), bytes));
    g_bytes_unref(bytes);
}

static guint32 length_in(const guint8 *header) {
    guint32 length;
    memcpy(&length, header, sizeof length);
    return GUINT32_FROM_LE(length);
}

/* Takes what was read: delivers whole texts, and keeps the beginning of the last one. False if the host broke the format. */
static gboolean take(Socket *socket, const guint8 *bytes, gsize count) {
    while (count > 0) {
        if (socket->header_count == 0 && count >= PAGE_SOCKET_HEADER) {
            guint32 length = length_in(bytes);
            if (length > LONGEST_TEXT) return FALSE;
            if (count - PAGE_SOCKET_HEADER >= length) {
                /* The usual case: the whole text is here, and is not copied. */
                deliver(socket, bytes + PAGE_SOCKET_HEADER, length);
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
            socket->body = g_malloc(MAX(length, 1));
            socket->body_size = length;
            socket->body_count = 0;
        }
        part = MIN(count, socket->body_size - socket->body_count);
        memcpy(socket->body + socket->body_count, bytes, part);
        socket->body_count += part;
        bytes += part;
        count -= part;
        if (socket->body_count < socket->body_size) return TRUE;
        guint8 *body = g_steal_pointer(&socket->body);
        socket->header_count = 0;
        deliver(socket, body, socket->body_size);
        g_free(body);
        if (socket->is_closed) return TRUE;
    }
    return TRUE;
}

/* Reads once; false if nothing is left to read for now, or the socket was closed. */
static gboolean read_once(Socket *socket, gsize *total) {
    guint8 chunk[CHUNK];
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
    guint8 *body = g_steal_pointer(&socket->body);
    socket->header_count = 0;
    deliver(socket, body, socket->body_size);
    g_free(body);
    return !socket->is_closed;
}

static gboolean read_socket(gint descriptor, GIOCondition condition, gpointer data) {
    Socket *socket = socket_ref(data);
    gsize total = 0;
    while (total < MOST_READ && read_once(socket, &total)) continue;
    gboolean is_open = !socket->is_closed;
    socket_unref(socket);
    return is_open ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Sends what is queued, as far as the socket takes it; false if it is broken. */
static gboolean flush(Socket *socket) {
    while (socket->queue.length > 0) {
        GBytes *bytes = g_queue_peek_head(&socket->queue);
        gsize size;
        const void *start = g_bytes_get_data(bytes, &size);
        ssize_t count = send(socket->descriptor, start, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        socket->queued -= (gsize)count;
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

static void queue_rest(Socket *socket, GBytes *bytes, gsize sent) {
    gsize size = g_bytes_get_size(bytes);
    if (sent >= size) return;
    g_queue_push_tail(&socket->queue, g_bytes_new_from_bytes(bytes, sent, size - sent));
    socket->queued += size - sent;
}

SocketVerdict socket_send(Socket *socket, GBytes *text) {
    if (socket->descriptor < 0) return SOCKET_CLOSED;
    gsize size;
    const void *start = g_bytes_get_data(text, &size);
    if (size > MOST_QUEUED - PAGE_SOCKET_HEADER || socket->queued > MOST_QUEUED - PAGE_SOCKET_HEADER - size)
        return SOCKET_FULL;
    guint32 length = GUINT32_TO_LE((guint32)size);
    ssize_t count = 0;
    if (socket->queue.length == 0) {
        struct iovec parts[2] = {{&length, sizeof length}, {(void *)start, size}};
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = size > 0 ? 2 : 1};
        do {
            count = sendmsg(socket->descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        } while (count < 0 && errno == EINTR);
        if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return SOCKET_CLOSED;
        count = MAX(count, 0);
        if ((gsize)count == sizeof length + size) return SOCKET_SENT;
    }
    GBytes *header = g_bytes_new(&length, sizeof length);
    queue_rest(socket, header, (gsize)count);
    g_bytes_unref(header);
    queue_rest(socket, text, (gsize)count > sizeof length ? (gsize)count - sizeof length : 0);
    if (socket->writing == 0)
        socket->writing = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, socket->descriptor, G_IO_OUT, write_socket, socket_ref(socket), socket_unref);
    return SOCKET_SENT;
}

void socket_connect(Socket *socket, int descriptor) {
    if (socket->is_closed || socket->descriptor >= 0) {
        if (descriptor >= 0) close(descriptor);
        return;
    }
    if (descriptor < 0) return hang_up(socket);
    socket->descriptor = descriptor;
    socket->reading = g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, G_IO_IN | G_IO_HUP | G_IO_ERR, read_socket, socket_ref(socket), socket_unref);
    report(socket, jsc_value_new_boolean(jsc_value_get_context(socket->receive), TRUE));
}

#pragma once

#include "PageSocket.h"

#include <JavaScriptCore/JavaScript.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <unistd.h>

/* One end of a socket pair, and the function of the relay that receives what comes through it. */
typedef struct Socket Socket;

/* Why a text is not sent; the relay has the same numbers. */
typedef enum { SOCKET_SENT = 0, SOCKET_MALFORMED = 1, SOCKET_FULL = 2, SOCKET_CLOSED = 3 } SocketVerdict;

Socket *socket_new(JSGlobalContextRef context, JSObjectRef receive);
Socket *socket_ref(Socket *socket);
void socket_unref(gpointer socket);

/* Takes over `descriptor` and reports that text can be posted; -1 reports that it never can. */
void socket_connect(Socket *socket, int descriptor);

/* Sends a text without waiting; what the socket does not take now is queued up to a limit. */
SocketVerdict socket_send(Socket *socket, JSStringRef text);

/* Sends a text that is UTF-8 already. */
SocketVerdict socket_send_bytes(Socket *socket, const guint8 *start, gsize size);

/* Closes the socket without a report. */
void socket_close(Socket *socket);

#pragma once

/* The names and figures that the module and the host (SocketTransport.swift) agree on. */

/* The version of what follows and of the relay's use of it; a module with another one does nothing. */
#define PAGE_SOCKET_VERSION "drawbridge-page-socket-1"

/* The script world of the relay. */
#define PAGE_SOCKET_WORLD "drawbridge"

/* The function that the relay calls in that world. */
#define PAGE_SOCKET_FUNCTION "drawbridgeSocket"

/* The user message that asks the host for one end of a socket pair; the reply brings it. */
#define PAGE_SOCKET_MESSAGE "drawbridge.socket"

/* A frame is its length in bytes, 32 bits in little-endian order, and as many bytes of UTF-8. */
#define PAGE_SOCKET_HEADER 4u

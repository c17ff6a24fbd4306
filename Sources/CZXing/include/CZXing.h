#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Looks for a QR code in an image of grey pixels, one byte each, line by line. What it says, in UTF-8, is written to
 * `text`, which has room for `room` bytes; the result is how many bytes that are, or -1 where there is no code that
 * can be read, or more text than there is room for. */
long drawbridge_read_qr(const unsigned char *pixels, int width, int height, char *text, size_t room);

#ifdef __cplusplus
}
#endif

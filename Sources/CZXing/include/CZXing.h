#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Looks for QR codes, dark on light or light on dark, in an image of grey pixels, one byte each, line by line. What the
 * only one says, in UTF-8, is written to `text`, which has room for `room` bytes; the result is how many bytes that are,
 * -1 where there is no code that can be read, or more text than there is room for, and -2 where there are several codes
 * that say different things. */
long drawbridge_read_qr(const unsigned char *pixels, int width, int height, char *text, size_t room);

/* The same for all codes: each text is followed by a zero byte, and each text once. Texts that contain one, or for which
 * there is no room left, are left out. The result is how many bytes that are, or -1 where there are none. */
long drawbridge_read_qrs(const unsigned char *pixels, int width, int height, char *text, size_t room);

#ifdef __cplusplus
}
#endif

#pragma once

/* Takes every system call from this process but those by which it computes, reads its standard input and writes its standard
 * outputs; for good, and from each of its threads. Memory can be had, but never with the right to be executed.
 *
 * Every other call fails with EPERM; a call in the way of another architecture ends the process. The result is 0, or -1
 * where the system does not offer it, and then nothing has changed. */
int drawbridge_confine(void);

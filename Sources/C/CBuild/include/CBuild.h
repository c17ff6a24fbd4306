#pragma once

/* The commit that a release build was made of; empty in a debug build, which is not made again for each commit. */
const char *drawbridge_commit(void);

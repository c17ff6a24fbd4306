#pragma once

#include <stddef.h>

/* The word lists of BIP-39, and the one of Electrum before version 2.0. */
enum drawbridge_word_list {
    DRAWBRIDGE_WORDS_CHINESE_SIMPLIFIED,
    DRAWBRIDGE_WORDS_CHINESE_TRADITIONAL,
    DRAWBRIDGE_WORDS_CZECH,
    DRAWBRIDGE_WORDS_ENGLISH,
    DRAWBRIDGE_WORDS_FRENCH,
    DRAWBRIDGE_WORDS_ITALIAN,
    DRAWBRIDGE_WORDS_JAPANESE,
    DRAWBRIDGE_WORDS_KOREAN,
    DRAWBRIDGE_WORDS_OLD_ELECTRUM,
    DRAWBRIDGE_WORDS_PORTUGUESE,
    DRAWBRIDGE_WORDS_RUSSIAN,
    DRAWBRIDGE_WORDS_SPANISH,
    DRAWBRIDGE_WORDS_TURKISH,
};

/* The file of a list: one word on each line, in UTF-8. The memory is constant and is never freed. */
const unsigned char *drawbridge_words(enum drawbridge_word_list list, size_t *size);

#include "CWordLists.h"

/* `#embed` belongs to C23, and clang has it in every version of C. With the arrays of numbers that SwiftPM writes for
 * `embedInCode`, the compiler needed 35 seconds for these files. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char chinese_simplified[] = {
#embed "chinese_simplified.txt"
};
static const unsigned char chinese_traditional[] = {
#embed "chinese_traditional.txt"
};
static const unsigned char czech[] = {
#embed "czech.txt"
};
static const unsigned char english[] = {
#embed "english.txt"
};
static const unsigned char french[] = {
#embed "french.txt"
};
static const unsigned char italian[] = {
#embed "italian.txt"
};
static const unsigned char japanese[] = {
#embed "japanese.txt"
};
static const unsigned char korean[] = {
#embed "korean.txt"
};
static const unsigned char old_electrum[] = {
#embed "old_electrum.txt"
};
static const unsigned char portuguese[] = {
#embed "portuguese.txt"
};
static const unsigned char russian[] = {
#embed "russian.txt"
};
static const unsigned char spanish[] = {
#embed "spanish.txt"
};
static const unsigned char turkish[] = {
#embed "turkish.txt"
};

const unsigned char *drawbridge_words(enum drawbridge_word_list list, size_t *size) {
#define LIST(name, words) \
    case name: \
        *size = sizeof words; \
        return words;
    switch (list) {
        LIST(DRAWBRIDGE_WORDS_CHINESE_SIMPLIFIED, chinese_simplified)
        LIST(DRAWBRIDGE_WORDS_CHINESE_TRADITIONAL, chinese_traditional)
        LIST(DRAWBRIDGE_WORDS_CZECH, czech)
        LIST(DRAWBRIDGE_WORDS_ENGLISH, english)
        LIST(DRAWBRIDGE_WORDS_FRENCH, french)
        LIST(DRAWBRIDGE_WORDS_ITALIAN, italian)
        LIST(DRAWBRIDGE_WORDS_JAPANESE, japanese)
        LIST(DRAWBRIDGE_WORDS_KOREAN, korean)
        LIST(DRAWBRIDGE_WORDS_OLD_ELECTRUM, old_electrum)
        LIST(DRAWBRIDGE_WORDS_PORTUGUESE, portuguese)
        LIST(DRAWBRIDGE_WORDS_RUSSIAN, russian)
        LIST(DRAWBRIDGE_WORDS_SPANISH, spanish)
        LIST(DRAWBRIDGE_WORDS_TURKISH, turkish)
    }
#undef LIST
    *size = 0;
    return 0;
}

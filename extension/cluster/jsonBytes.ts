/** The bytes that give JSON its structure; none of them occurs inside a character of UTF-8. */
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** For each byte 1 when it is an ordinary one in a string: neither its end, nor the start of an escape, nor a control character. */
export const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === quote || byte === backslash ? 0 : 1));

/**
 * Control signs but line ends and tabs, halves of signs, marks of writing direction, and what Unicode says is no sign:
 * nobody types them, a telephone book or a page that is copied from brings them along. Files of documents and
 * spreadsheets that hold them cannot be opened, and a name with a direction in it reads as another.
 */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** The text without signs that nobody can read. */
export const legible = (text: string): string => text.replace(UNREADABLE, '')

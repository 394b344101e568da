/**
 * Signs that nobody sees or types, which a telephone book, a chat or a page that is copied from brings along: control
 * signs but line ends and tabs, halves of signs, marks of writing direction, blanks without width, what only holds a
 * place, and what Unicode says is no sign. Files of documents and spreadsheets that hold some of them cannot be opened,
 * a name with a direction in it reads as another, and one with a blank that has no width is found by no search. What
 * joins pictures to one (👨‍👩) stays between them.
 */
const UNREADABLE = new RegExp(
  [
    String.raw`(?![\t\n\r])\p{Cc}`,
    String.raw`\p{Cs}`,
    String.raw`[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f]`,
    String.raw`[\u3164\uffa0\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d`,
    String.raw`\u200d(?!\p{Extended_Pictographic})`,
  ].join('|'),
  'gu',
)

/** The text without signs that nobody can read. */
export const legible = (text: string): string => text.replace(UNREADABLE, '')

/** What others have written, as a terminal may show it: without signs that it would obey. */
export const plain = (text: string): string => text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '')

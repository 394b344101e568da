/** Widths of texts, reckoned without a browser: a Chinese letter is as wide as high, a Latin one a bit over half. */
const WIDE = 1
const NARROW = 0.58
const CAPITAL = 0.72
const THIN = 0.32
const CHINESE = /[\u1100-\uffef]/
const NARROWEST = /[.,:;'|!iljI ]/

const widthOfLetter = (letter: string): number => {
  if (CHINESE.test(letter) || letter.length > 1) return WIDE
  if (NARROWEST.test(letter)) return THIN
  return /[A-Z%@W]/.test(letter) ? CAPITAL : NARROW
}

/** Width in pixels of one line. */
export const textWidth = (text: string, size = 12): number =>
  [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0) * size

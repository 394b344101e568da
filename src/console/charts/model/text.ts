import { textWidth } from '../../i18n/width.ts'

/** As much as fits, with an ellipsis; the whole text belongs into a title. */
export function shortened(text: string, width: number, size = 12): string {
  if (textWidth(text, size) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && textWidth(`${letters.join('')}…`, size) > width) letters.pop()
  return letters.length > 0 ? `${letters.join('')}…` : ''
}

/** Lines that fit, or undefined where `most` lines are too few. Words of letters stay whole. */
export function wrapped(text: string, width: number, most: number, size = 12): string[] | undefined {
  const pieces = text.match(/[A-Za-z0-9.,%+-]+|./gu) ?? []
  const lines = ['']
  for (const piece of pieces) {
    if (textWidth(piece, size) > width) return undefined
    const longer = `${lines.at(-1)}${piece}`
    if (textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines.length <= most ? lines.map(line => line.trim()) : undefined
}

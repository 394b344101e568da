/** Colours that a file may give: 3 or 6 hex digits, rgb() with 3 numbers, rgba() with a fourth from 0 to 1 (R5.06). */
const HEX = '[0-9a-fA-F]'
const BYTE = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const OPACITY = '(0|1|0?\\.\\d+|1\\.0+)'
const THREE = `\\s*${BYTE}\\s*,\\s*${BYTE}\\s*,\\s*${BYTE}\\s*`
/** As the JSON Schema of the files has it. */
export const COLOUR_PATTERN = `^(#(${HEX}{3}|${HEX}{6})|rgb\\(${THREE}\\)|rgba\\(${THREE},\\s*${OPACITY}\\s*\\))$`

const COLOUR = new RegExp(COLOUR_PATTERN)
export const isColour = (text: string): boolean => COLOUR.test(text)

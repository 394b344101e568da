/** Part of `npm run lint`: the console takes every measure from the table of tokens (docs/visual-language.md). */
import { checkStyles } from './styles/check.ts'

const { refused, unused } = checkStyles()
for (const { path, line, text } of refused) console.error(`${path}:${line} ${text}`)
if (unused.length > 0) console.log(`tokens without a use: ${unused.join(', ')}`)
if (refused.length > 0) {
  console.error(`${refused.length} refused: see docs/visual-language.md`)
  process.exitCode = 1
}

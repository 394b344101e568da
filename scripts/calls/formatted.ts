import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'

const STYLE = new URL('../../.oxfmtrc.json', import.meta.url)

/** Code of this file as `npm run format` would write it. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, JSON.parse(readFileSync(STYLE, 'utf8')) as FormatConfig)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}

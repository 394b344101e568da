import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const HERE = import.meta.dirname
const cases = readdirSync(HERE, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== '_base')
  .map(({ name }) => name)

/** What a file says is quoted as it stands there, and a command is written as it is typed. */
const QUOTED = /“[^”]*”|npm run \w+|\{[^}]*\}/g
/** A name stands alone or in a list; English has words beside each other. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,}/

describe('what is said in Chinese', () => {
  it.each(cases)('has no English in it but names: %s', name => {
    const said = readFileSync(join(HERE, name, 'expected.txt'), 'utf8')
    for (const [, message] of said.matchAll(/^\S+:\d+:\d+ {2}(?:error|warning) {2}\S+ {2}(.*)$/gm)) {
      expect(message).toMatch(/\p{Script=Han}/u)
      expect(message!.replaceAll(QUOTED, '“”')).not.toMatch(ENGLISH)
    }
  })
})

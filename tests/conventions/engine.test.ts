import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/**
 * Customer ids and area prefixes: the names of the overlay folders. Two digits are too short to mean anything alone.
 */
function overlayNames(): string[] {
  const customers = readdirSync('customers').filter(name => name !== 'areas')
  const areas = [
    ...readdirSync('customers/areas'),
    ...customers.flatMap(c =>
      readdirSync(join('customers', c)).includes('areas') ? readdirSync(join('customers', c, 'areas')) : [],
    ),
  ]
  return [...new Set([...customers, ...areas])].filter(name => name.length > 2)
}

const lines = (folder: string): [place: string, line: string][] =>
  filesBelow(folder).flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, i): [string, string] => [`${file}:${i + 1}`, line]),
  )

/** Dictionary codes are four digits too; a code is not a customer. */
const isDictionary = (place: string): boolean => /^(base|schemas)\/dictionaries\//.test(place)

describe('the engine knows no customer', () => {
  const names = overlayNames()
  it('has customers to look for', () => expect(names.length).toBeGreaterThan(5))
  for (const folder of ['src', 'base', 'schemas']) {
    it(`no overlay folder's name appears in ${folder}/`, () => {
      const token = new RegExp(`(?<![\\w.])(${names.join('|')})(?![\\w])`)
      const found = lines(folder).filter(([place, line]) => token.test(line) && !isDictionary(place))
      expect(found.map(([place, line]) => `${place} ${line.trim()}`)).toEqual([])
    })
  }
})

describe('what is forbidden everywhere', () => {
  const FORBIDDEN: [string, RegExp][] = [
    ['eval or new Function (the Content-Security-Policy forbids them)', /\beval\(|new Function\(/],
    [
      'a static Modal.confirm, message or notification (broken on React 19)',
      /Modal\.(confirm|info|error|warning)\(|\bmessage\.(success|error|info)\(.*from 'antd/,
    ],
    ['a switched-off check', /@ts-(ignore|nocheck)|oxlint-disable(?!-next-line)/],
  ]
  const code = [...lines('src'), ...lines('scripts')]
  for (const [what, pattern] of FORBIDDEN) {
    it(what, () => expect(code.filter(([, line]) => pattern.test(line)).map(([place]) => place)).toEqual([]))
  }
  it('fetch outside src/console/data', () => {
    const calls = lines('src/console').filter(
      ([place, line]) => /(?<![\w.])fetch\(/.test(line) && !place.startsWith('src/console/data/'),
    )
    expect(calls).toEqual([])
  })
})

describe('the lock file', () => {
  it('carries no download addresses', () =>
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": "(?!lab")/))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { yamlFiles } from '../../../src/cli/yaml-files.ts'
import { readFormed } from '../../../src/core/source/formed.ts'
import type { Node } from '../../../src/core/source/node.ts'
import { parseAny } from '../../../src/core/source/parse.ts'
import { ROOT } from '../../folders.ts'
import { Dice, randomYaml } from '../format/random-yaml.ts'

/** With the order of the names, which a comparison of maps leaves out. */
const plain = (node: Node | undefined): unknown => {
  if (node?.type === 'list') return { ...node, items: node.items.map(plain) }
  if (node?.type !== 'map') return node
  const entries = [...node.entries].map(([name, { keyOrigin, value }]) => [name, keyOrigin, plain(value)])
  return { ...node, entries, order: plain(node.order), only: plain(node.only) }
}

/** What is read of a text, if it is: the text, where the library reads something else or finds a fault. */
function difference(text: string): { isRead: boolean; told?: string } {
  const mine = readFormed(text, 'x.yaml')
  if (!mine) return { isRead: false }
  const faults: string[] = []
  const known = parseAny({ path: 'x.yaml', text }, ({ messageEn }) => void faults.push(messageEn))
  const isSame = faults.length === 0 && isDeepStrictEqual(plain(mine), plain(known))
  return isSame ? { isRead: true } : { isRead: true, told: `${faults.join('; ')}\n${text}` }
}

const FILES = ['.', 'base', 'demo', 'examples/library'].flatMap(folder =>
  yamlFiles(join(ROOT, folder)).map(path => readFileSync(join(ROOT, folder, path), 'utf8')),
)

const SIGNS = [
  [' ', '  ', '\n', '\n\n', '\t', ':', ': ', '- ', '- - ', '-', '#', ' #', "'", '"', '{', '}', '[', ']', ','],
  [
    '? ',
    '|',
    '>',
    '&a ',
    '*a',
    '!t ',
    '%',
    '\\',
    '@',
    '`',
    '~',
    'null',
    'true',
    'No',
    '中',
    '$order',
    '$only',
    '<<',
    '---',
  ],
  ['0', '01', '1', '-0', '.5', '1e3', '0x1F', '007', '.inf', '1_000', '2026-01-01', '\u00a0', '\u2028'],
].flat()

/** A few lines of a file with a few signs too many, too few or exchanged, or a line twice. */
function mutant(dice: Dice): string {
  const lines = dice.of(FILES).split('\n')
  const from = dice.below(lines.length)
  const part = lines.slice(from, from + 12)
  const indent = Math.min(...part.filter(line => line.trim()).map(line => line.length - line.trimStart().length), 99)
  let text = part.map(line => line.slice(indent)).join('\n')
  for (let changes = dice.below(4); changes > 0; changes--) {
    const at = dice.below(text.length + 1)
    const [before, after] = [text.slice(0, at), text.slice(at)]
    const line = `\n${dice.of(part)}\n`
    text = dice.of([
      before + after.slice(1 + dice.below(3)),
      before + dice.of(SIGNS) + after,
      before + dice.of(SIGNS) + after.slice(1),
      before + line + after,
    ])
  }
  return text
}

describe('readFormed', () => {
  it('reads every file of our own, and says the same of it as the library', () => {
    expect(FILES.length).toBeGreaterThan(400)
    const found = FILES.map(text => ({ text, ...difference(text) }))
    expect(found.filter(({ isRead }) => !isRead).map(({ text }) => text)).toEqual([])
    expect(found.flatMap(({ told }) => told ?? [])).toEqual([])
  })

  it.each<[string, (seed: number) => string]>([
    ['files with comments and in other forms', randomYaml],
    ['lines of our own with faults in them', seed => mutant(new Dice(seed))],
  ])('says the same as the library, or nothing, of random %s', (_, make) => {
    let read = 0
    for (let seed = 1; seed <= 2000; seed++) {
      const { isRead, told } = difference(make(seed))
      expect(told, `seed ${seed}`).toBeUndefined()
      if (isRead) read++
    }
    expect(read).toBeGreaterThan(200)
  })

  it.each([
    ['a: |\n  text\n', 'a text of several lines'],
    ['a: &x 1\n', 'an anchor'],
    ['a: {b: 1,\n  c: 2}\n', 'braces over two lines'],
    ['a: 1\na: 2\n', 'a name twice'],
    ['01: a\n1: b\n', 'a name that is twice the same number'],
    ['a: 0x1F\n', 'a number in another form'],
    ['a: "\\n"\n', 'an escape'],
    ['a:\n\tb: 1\n', 'a tab'],
    ['a: 1\n---\nb: 2\n', 'two documents'],
    ['- a\n', 'a list at the top'],
    ['', 'nothing'],
  ])('leaves %j to the library: %s', text => expect(readFormed(text, 'x.yaml')).toBeUndefined())
})

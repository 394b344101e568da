import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'lab/README.md',
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** What a document says of its place, with the words that a pattern finds there. */
const found = (pattern: RegExp): [place: string, word: string][] =>
  documents.flatMap(path =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        [...line.matchAll(pattern)].map((match): [string, string] => [`${path}:${i + 1}`, match[1] ?? '']),
      ),
  )

/** What a heading is called in an address, as those who show Markdown do it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** Paths of ours; those with a place for a name, or of an operator's folder, are none. */
const PATH = /`((?:src|scripts|tests|lab|base|schemas|examples|deploy|docs)\/[\w./-]+)`/g

describe('the documents', () => {
  it('name no command that there is not', () => {
    const commands = found(/npm run ([\w:-]+)/g)
    expect(commands.length).toBeGreaterThan(60)
    expect(commands.filter(([, name]) => scripts[name] === undefined)).toEqual([])
  })

  it('run no file that there is not', () => {
    const files = found(/\b(?:tsx|node|import tsx) ((?:scripts|lab|src)\/[\w./-]+)/g)
    expect(files.filter(([, path]) => !existsSync(path))).toEqual([])
  })

  it('name no file or folder of ours that there is not', () => {
    const paths = found(PATH)
    expect(paths.length).toBeGreaterThan(80)
    expect(paths.filter(([, path]) => !existsSync(path))).toEqual([])
  })

  it('lead to no place that there is not', () => {
    const links = found(/\]\(([^)\s]+)\)/g).filter(([, to]) => !/^\w+:/.test(to))
    const dead = links.filter(([place, to]) => {
      const [from = ''] = place.split(':')
      const [path = '', anchor] = to.split('#')
      const target = path === '' ? from : join(dirname(from), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(links.length).toBeGreaterThan(60)
    expect(dead).toEqual([])
  })

  it('name no test of ours that there is not', () => {
    const tests = found(/`((?:server|core|console|e2e|supervision|conventions|cli)\/[\w./-]+\.ts)` “/g)
    expect(tests.length).toBeGreaterThan(40)
    expect(tests.filter(([, path]) => !existsSync(join('tests', path)))).toEqual([])
  })
})

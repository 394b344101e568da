import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { businessLines, measured, pairsOf } from '../../lab/measure/figures.ts'
import { codeBelow, readSource, type Source } from '../../lab/measure/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'measure-'))
afterAll(() => rmSync(folder, { recursive: true }))

function source(path: string, text: string): Source {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return readSource(file)
}

const placed = (path: string, imports: string[], codeLines: string[] = []): Source => ({
  path,
  imports,
  codeLines,
  lines: codeLines,
  commentLines: 0,
  functionLines: [],
  anys: 0,
})

describe('what npm run measure counts', () => {
  it('lines of code, of comments and of functions, and any', () => {
    const found = source(
      'one.ts',
      "/** Says\n * why. */\nimport { b } from './b.ts'\n\n// alone\nexport const a = (x: any): number => b(x) // beside\nexport function c(): string {\n  return '// no comment'\n}\n",
    )
    expect(found).toMatchObject({
      commentLines: 3,
      functionLines: [1, 3],
      anys: 1,
      imports: [expect.stringMatching(/\/b\.ts$/)],
    })
    expect(found.codeLines).toHaveLength(5)
  })

  it('folders that import each other, once a pair, and not what lies in one folder', () => {
    expect(
      pairsOf([
        placed('a/one.ts', ['b/two.ts', 'a/own.ts']),
        placed('b/two.ts', ['a/one.ts', 'c/three.ts']),
        placed('c/three.ts', []),
      ]),
    ).toEqual(['a b'])
  })

  it('business words where they do not belong, and no others', () => {
    const found = businessLines([
      placed('src/server/db/x.ts', [], ['const clue = 1', 'const clueless = 1', 'countClues()']),
      placed('src/supervision/server/evidence/y.ts', [], ['const evidence = 1']),
    ])
    expect(found).toEqual(['src/server/db/x.ts: const clue = 1', 'src/server/db/x.ts: countClues()'])
  })

  it('no business word in the engine', () => {
    const engine = ['src/core', 'src/server', 'src/cli'].flatMap(codeBelow).map(readSource)
    expect(engine.length).toBeGreaterThan(300)
    expect(businessLines(engine)).toEqual([])
  })

  it('finds no line beyond 120 characters in the code', () => {
    const long = codeBelow('src').flatMap(path =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => line.length > 120)
        .map(line => `${path}: ${line.trim()}`),
    )
    expect(long).toEqual([])
  })

  it('finds the code of this repository', () => {
    const { rows } = measured(codeBelow('lab/measure').map(readSource), codeBelow('tests/conventions').map(readSource))
    expect(Object.fromEntries(rows)).toMatchObject({ any: '0', 'pairs of folders that import each other': '0' })
  })
})

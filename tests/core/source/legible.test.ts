import { describe, expect, it } from 'vitest'
import { checkProject } from '../../../src/core/index.ts'
import { DEEPEST, isLegible, LONGEST_FILE } from '../../../src/core/source/legible.ts'

const said = (text: string): string[] => {
  const found: string[] = []
  isLegible({ path: 'schemas/app.yaml', text }, ({ code, origin }) => found.push(`${code} ${origin.line}`))
  return found
}

describe('a file that can be read', () => {
  it('is in UTF-8: a sign that was none is told at its line', () => {
    expect(said('title: 网店\n')).toEqual([])
    expect(said('title: x\nname: \uFFFD\uFFFD\n')).toEqual(['file-encoding 2'])
    expect(said('t\0i\0')).toEqual(['file-encoding 1'])
  })
  it('is not longer than somebody could have written it', () => {
    expect(said('x'.repeat(LONGEST_FILE))).toEqual([])
    expect(said('x'.repeat(LONGEST_FILE + 1))).toEqual(['file-size 1'])
  })
  it.each([
    ['brackets', (n: number) => `a: ${'['.repeat(n)}${']'.repeat(n)}\n`],
    ['maps', (n: number) => `a: ${'{b: '.repeat(n)}1${'}'.repeat(n)}\n`],
    ['dashes', (n: number) => `a:\n  ${'- '.repeat(n)}x\n`],
    ['lines', (n: number) => Array.from({ length: Math.min(n, 600) }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])('has no %s in each other without end, which nothing could walk through', (_, nested) => {
    const project = (text: string): string[] =>
      checkProject([{ path: 'schemas/pages/deep.yaml', text }])
        .diagnostics.filter(({ origin }) => origin.file === 'schemas/pages/deep.yaml')
        .map(({ code }) => code)
    expect(project(nested(50))).not.toContain('yaml-depth')
    for (const depth of [DEEPEST + 1, 900, 4000, 40_000]) expect(project(nested(depth))).toEqual(['yaml-depth'])
  })
  it('may have brackets in its texts that nothing closes', () => {
    expect(said(`texts:\n${'  见 [1: see [1\n'.repeat(400)}`)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { isLegible, LONGEST_FILE } from '../../../src/core/source/legible.ts'

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
})

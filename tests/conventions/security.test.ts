import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const text = readFileSync('docs/security.md', 'utf8')

/** `file` “title”, “title of the same file”: what the document says proves a point. */
function proofs(): { file: string; title: string }[] {
  let file = ''
  return [...text.matchAll(/`([\w./-]+\.tsx?)`|“([^”]+)”/g)].flatMap(([, named, title]) => {
    if (named !== undefined) file = named.replace(/^tests\//, '')
    return title === undefined ? [] : [{ file, title }]
  })
}

describe('docs/security.md', () => {
  it('names tests that there are', () => {
    const missing = proofs().filter(({ file, title }) => !readFileSync(`tests/${file}`, 'utf8').includes(title))
    expect(proofs().length).toBeGreaterThan(50)
    expect(missing).toEqual([])
  })

  it('judges each point of level 2 once', () => {
    const chapters: Record<number, number> = {
      1: 27,
      2: 11,
      3: 19,
      4: 10,
      5: 9,
      6: 35,
      7: 18,
      8: 7,
      11: 14,
      12: 9,
      13: 13,
      14: 9,
      15: 13,
      16: 16,
    }
    const points = [...text.matchAll(/^\| ([\d., to]+) \|/gm)].flatMap(([, cell = '']) =>
      cell.split(', ').flatMap(part => {
        const [from = '', to = from] = part.split(' to ')
        const [chapter, section, first] = from.split('.').map(Number)
        const last = Number(to.split('.')[2])
        const [, lastSection] = to.split('.').map(Number)
        return section === lastSection
          ? Array.from({ length: last - (first ?? 0) + 1 }, (_, i) => `${chapter}.${section}.${(first ?? 0) + i}`)
          : [from, to]
      }),
    )
    expect(points.filter((point, i) => points.indexOf(point) !== i)).toEqual([])
    expect(
      Object.fromEntries(
        Object.keys(chapters).map(chapter => [chapter, points.filter(point => point.startsWith(`${chapter}.`)).length]),
      ),
    ).toEqual(chapters)
  })
})

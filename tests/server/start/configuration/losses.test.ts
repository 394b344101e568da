import { describe, expect, it } from 'vitest'
import { lossesOf } from '../../../../src/server/start/configuration/losses.ts'

const lines = (count: number, word = 'column'): string =>
  Array.from({ length: count }, (_, n) => `  ${word}${n}: {label: 第${n}列}\n`).join('')
const PAGE = `kind: list\ntitle: 网店\ncolumns:\n${lines(20)}sort: updateTime desc\n`

type Folder = Record<string, string>
/** The places that are told of, with their codes. */
const told = (before: Folder, now: Folder, there: string[] = []): string[] =>
  lossesOf(
    new Map(Object.entries(before).map(([path, text]) => [path, { path, text }])),
    Object.entries(now).map(([path, text]) => ({ path, text })),
    folder => there.includes(folder) || Object.keys(now).some(path => path.startsWith(`${folder}/`)),
  ).map(({ code, origin }) => `${code} ${origin.file}`)
const ofPage = (now: string, before = PAGE, path = 'schemas/pages/shops.yaml'): boolean =>
  told({ [path]: before }, { [path]: now }).length > 0

describe('a file that an edit leaves', () => {
  it('is a cut one wherever it ends in the middle of a line', () => {
    for (let at = 0; at < PAGE.length; at++) {
      const [end, next] = [PAGE.slice(0, at), PAGE.slice(at)]
      if (end.endsWith('\n') || next.startsWith('\n')) continue
      expect(ofPage(end), end.slice(-30)).toBe(true)
    }
  })

  it.each([0.1, 0.4, 0.6, 0.7])('is a cut one at the end of a line, after %s of the lines', share => {
    const rows = PAGE.split('\n')
    const end = rows.slice(0, Math.floor(share * rows.length)).join('\n')
    expect([
      ofPage(end),
      ofPage(`${end}\n`),
      ofPage(`${end.replaceAll('\n', '\r\n')}\r\n`, PAGE.replaceAll('\n', '\r\n')),
    ]).toEqual([true, true, true])
  })

  it('is a cut one of a new text as well: a copy that is under way has changes further up', () => {
    const next = PAGE.replace('title: 网店', 'title: 网上商店').replace('column3:', 'columnNew:')
    expect(ofPage(next)).toBe(false)
    expect(ofPage(next.slice(0, 300))).toBe(true)
  })

  it.each([
    ['a line less in its middle', PAGE.replace('  column7: {label: 第7列}\n', '')],
    ['most lines less in its middle', PAGE.replace(lines(20), lines(2))],
    ['its last line less', PAGE.replace('sort: updateTime desc\n', '')],
    ['two of its last lines less', PAGE.slice(0, PAGE.indexOf('  column19'))],
    ['no end of its last line', PAGE.trimEnd()],
    ['its last value shorter', PAGE.replace('updateTime desc', 'updateTime')],
    ['another last block', `${PAGE.slice(0, PAGE.indexOf('  column9'))}sort: createTime\n`],
    ['lines moved up', `kind: list\ntitle: 网店\nsort: updateTime desc\ncolumns:\n${lines(20)}`],
    ['more lines', `${PAGE}actions: {}\n`],
    ['another text', 'kind: list\ntitle: 别的\nextends: shops\n'],
  ])('is an edited one with %s', (_what, now) => expect(ofPage(now)).toBe(false))

  it('is a cut one as a picture, whatever bytes are missing', () => {
    const bytes = Buffer.from(Array.from({ length: 100 }, (_, n) => (n * 37) % 256))
    for (let at = 0; at < bytes.length; at++)
      expect(ofPage(bytes.subarray(0, at).toString('base64'), bytes.toString('base64'), 'schemas/logo.png')).toBe(true)
    expect(ofPage(Buffer.from('other').toString('base64'), bytes.toString('base64'), 'schemas/logo.png')).toBe(false)
  })
})

describe('a folder that an edit leaves', () => {
  const named = (folder: string, ...names: string[]): Folder =>
    Object.fromEntries(names.map(name => [`${folder}/${name}.yaml`, `title: ${folder} ${name}`]))
  const base = named('schemas', 'app', 'menu', 'endpoints', 'pages/a', 'pages/b', 'pages/c', 'pages/d')
  const area = { ...named('customers/areas/35', 'area', 'pages/a'), ...named('customers/areas/52', 'area') }
  const customer = named('customers/87190', 'customer', 'pages/a', 'pages/b', 'areas/34/area')
  const all = { ...base, ...area, ...customer }
  const without = (...paths: string[]): Folder =>
    Object.fromEntries(Object.entries(all).filter(([path]) => !paths.some(one => path.startsWith(one))))

  it.each([
    ['customers', ['customers']],
    ['customers/areas', ['customers/areas']],
    ['customers/areas/35', ['customers/areas/35']],
    ['customers/87190', ['customers/87190']],
    ['customers/87190/areas/34', ['customers/87190/areas/34']],
    ['schemas/pages', ['schemas/pages']],
    ['schemas', ['schemas/pages/', 'schemas/endpoints']],
    ['schemas/pages', ['schemas/pages/a', 'schemas/pages/b', 'schemas/pages/c']],
  ])('is told of as %s', (folder, paths) => expect(told(all, without(...paths))).toEqual([`folder-gone ${folder}`]))

  it('is told of where it is empty: a volume that is not mounted leaves its place', () => {
    expect(told(all, without('schemas/pages'), ['schemas/pages'])).toEqual(['folder-gone schemas/pages'])
  })

  it('is as it was meant without a page or two, under another name, and with the last file of an area deleted', () => {
    expect(told(all, without('schemas/pages/a', 'schemas/pages/b'))).toEqual([])
    expect(told(all, without('customers/87190/pages'))).toEqual([])
    const moved = Object.fromEntries(
      Object.entries(all).map(([path, text]) => [path.replace('areas/35', 'areas/3501'), text]),
    )
    expect(told(all, moved)).toEqual([])
    expect(told(all, without('customers/87190/areas/34'), ['customers/87190/areas/34'])).toEqual([])
  })
})

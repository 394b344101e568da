import { describe, expect, it } from 'vitest'
import { checkProject } from '../../../src/core/index.ts'
import { BASE, sources, type Files } from '../files.ts'

const SHOP = 'schemas/pages/data/shop.yaml'
const files: Files = {
  ...BASE,
  'schemas/pages/data/more.yaml': 'extends: data/shop\ntitle: 更多\ncolumns: {$order: [sales]}\n',
  'customers/areas/35/pages/data/shop.yaml': 'columns: {$order: [sales, shopName], platform: {width: 90}}\n',
}
const toldOf = (path: string, from: string, to: string): string[] => {
  const text = files[path]!.replace(from, to)
  expect(text).not.toBe(files[path])
  return checkProject(sources({ ...files, [path]: text })).diagnostics.map(
    ({ code, origin: { file, line }, suggestion }) => `${code} ${file}:${line}${suggestion ? ` (${suggestion})` : ''}`,
  )
}
/** These files are no whole product: what is told of them as they are is not asked about. */
const ANYWAY = new Set(
  checkProject(sources(files)).diagnostics.map(({ code, origin: o }) => `${code} ${o.file}:${o.line}`),
)
const more = (all: string[]): string[] => all.filter(one => !ANYWAY.has(one))

describe('a misspelt word of a page that others build on is told once', () => {
  it.each([
    ['a section', '\ncolumns:', '\ncolums:', `schema/unknown-key ${SHOP}:8 (columns)`],
    ['what is required', 'title: 网店', 'titel: 网店', `schema/unknown-key ${SHOP}:2 (title)`],
    ['the kind', 'kind: list', 'kind: lst', `schema/enum ${SHOP}:1 (list)`],
    ['a section in another language', '\ncolumns:', '\nspalten:', `schema/unknown-key ${SHOP}:8 (columns)`],
    ['the kind in another language', 'kind: list', 'kind: 列表', `schema/enum ${SHOP}:1 (list)`],
    ['a member of a member', '{fixed: left}', '{fixd: left}', `schema/unknown-key ${SHOP}:9 (fixed)`],
  ])('%s', (_, from, to, told) => {
    expect(more(toldOf(SHOP, from, to))).toEqual([told])
  })

  it('and of an entity', () => {
    expect(more(toldOf('schemas/entities/shop.yaml', '\nfields:', '\nfelds:'))).toEqual([
      'schema/unknown-key schemas/entities/shop.yaml:6 (fields)',
    ])
  })

  it('but what is wrong below it is told, too', () => {
    const text = files[SHOP]!.replace('\ncolumns:', '\ncolums:').replace(
      '  sales: {sort: true}',
      '  saels: {sort: true}',
    )
    const told = checkProject(sources({ ...files, [SHOP]: text })).diagnostics.map(
      ({ code, origin: o }) => `${code} ${o.file}:${o.line}`,
    )
    expect(told).toContain(`schema/unknown-key ${SHOP}:8`)
    expect(told.some(one => one.includes(`${SHOP}:11`))).toBe(true)
  })

  it('and what no rule can read is told of by its schema alone', () => {
    const workflow = 'schemas/workflows/clue.yaml'
    const text = `workflow: clue
label: 线索
entity: shop
states:
  open: {label: 待办, initial: true}
  done: {label: 办结, closed: true}
transitions:
  finish: {label: 办结, from: [open], to: done, roles: ['1'], relations: [zzzzzz]}
`
    const entity = files['schemas/entities/shop.yaml']! + '  state: {label: 状态, kind: status, workflow: clue}\n'
    const all = { ...files, [workflow]: text, 'schemas/entities/shop.yaml': entity }
    const told = checkProject(sources(all)).diagnostics.map(({ code, origin: o }) => `${code} ${o.file}:${o.line}`)
    expect(told).toContain(`schema/enum ${workflow}:8`)
  })
})

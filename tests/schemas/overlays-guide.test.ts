import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject } from '../../src/core/index.ts'
import { blocksOf, laidOver, type Tree } from './guide.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>\n'
const blocks = blocksOf(readFileSync('docs/overlays.md', 'utf8'))

/** The product's files with all blocks of the guide, and what the guide takes to be there beside them. */
const files = new Map([
  ...readConfig('.').map(({ path, text }) => [path, text] as const),
  ['customers/areas/64/logo.svg', SVG],
  ['customers/130100/customer.yaml', "customer: '130100'\nname: 石家庄市\nareas: ['1301']\n"],
  ['customers/130100/locales/en.yaml', 'texts: {石家庄市: Shijiazhuang, 稽查科: Inspectors}\n'],
])
for (const { path, text } of blocks) {
  const below = (parse(files.get(path) ?? '{}') ?? {}) as Tree
  files.set(path, stringify(laidOver(below, parse(text) as Tree)))
}
const { diagnostics, configuration } = checkProject([...files].map(([path, text]) => ({ path, text })))

describe('the guide to overlays', () => {
  it('writes what validate takes, without a warning', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(6)
    expect(diagnostics.map(({ origin, message }) => `${origin.file}:${origin.line} ${message}`)).toEqual([])
  })

  it('gives an area a logo and colours of both themes', () => {
    const { app } = configuration.scope({ area: '640100' }).manifest
    expect(configuration.scope({ area: '640100' }).logo()).toMatchObject({ name: app.logo, text: SVG })
    expect(app.colours?.light).toMatchObject({ primary: '#8c2f1b', header: '#5e1f12' })
    expect(configuration.scope({ area: '110000' }).manifest.app.logo).toBeUndefined()
  })

  it('adds a widget, takes one away and changes one', () => {
    const page = configuration.scope({ area: '640100' }).page('index/home')
    const widgets = page?.kind === 'dashboard' ? page.widgets : []
    const names = widgets.map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['clues', 'processRate'])
    expect(names).toContain('closedByMonth')
    expect(names).not.toContain('rooms')
    expect(widgets.find(({ name }) => name === 'map')).toMatchObject({ title: '各市网店', widget: 'map', height: 9 })
  })

  it('says what a region’s groups of roles, manual and columns are', () => {
    const fujian = configuration.scope({ area: '350000' })
    const shops = fujian.page('dataCenter/onlineShop')
    expect(shops?.kind === 'list' && shops.columns.find(({ name }) => name === 'monthSales')?.label).toBe('月销')
    const clue = configuration.scope({ customer: '130100' }).workflow('clue')
    expect(JSON.stringify(clue)).toContain('"inspectors"')
  })
})

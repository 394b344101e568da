import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { afterAll, describe, expect, it } from 'vitest'
import type { ExitCode, Output } from '../../src/cli/command.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { runDiff } from '../../src/cli/run-diff.ts'
import { runExplain } from '../../src/cli/run-explain.ts'
import { runNewRegion } from '../../src/cli/run-new-region.ts'
import { runValidate } from '../../src/cli/run-validate.ts'
import { checkProject } from '../../src/core/index.ts'
import { PRODUCT_WORDS } from '../../src/products.words.ts'
import { forget, ROOT, temporary } from '../folders.ts'
import { blocksOf, commandsOf, plainBlocksOf, laidOver, type Tree } from './guide.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>\n'
const guide = readFileSync('docs/overlays.md', 'utf8')
const blocks = blocksOf(guide)

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

  it('keeps only some tabs and columns, in their order', () => {
    const page = configuration.scope({ area: '640100' }).page('dataCenter/onlineShop')
    const [tabs, columns] = page?.kind === 'list' ? [page.tabs, page.columns] : []
    expect(tabs?.map(({ name }) => name)).toEqual(['local', 'all'])
    expect(columns?.map(({ name }) => name)).toEqual(['shopName', 'fansCount', 'areaCode'])
  })

  it('renames a button on every page of an entity, and takes one off a page', () => {
    const buttonsOf = (route: string, area: string) => {
      const page = configuration.scope({ area }).page(route)
      return page?.kind === 'list' || page?.kind === 'detail' ? page.actions : []
    }
    const labelOf = (route: string, area: string) => buttonsOf(route, area).find(({ name }) => name === 'clue')?.label
    for (const route of ['dataCenter/onlineShop', 'dataCenter/shopDetails']) {
      expect(labelOf(route, '640100'), route).toBe('上报线索')
      expect(labelOf(route, '110000'), route).toBe('生成线索')
    }
    const hasDelete = (route: string) => buttonsOf(route, '640100').some(({ name }) => name === 'delete')
    expect([hasDelete('dataCenter/onlineShop'), hasDelete('dataCenter/shopDetails')]).toEqual([true, false])
  })

  it('adds a widget, takes one away and changes one', () => {
    const page = configuration.scope({ area: '640100' }).page('index/home')
    const widgets = page?.kind === 'dashboard' ? page.widgets : []
    const names = widgets.map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['processRate', 'clues'])
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

type Command = (argv: readonly string[], output: Output) => ExitCode
const COMMANDS: Readonly<Record<string, Command>> = {
  'new-region': (argv, output) => runNewRegion(argv, output, PRODUCT_WORDS),
  validate: (argv, output) => runValidate(argv, output, PRODUCT_WORDS),
  diff: runDiff,
  explain: runExplain,
}

describe('the commands of the guide', () => {
  const folder = temporary()
  afterAll(() => forget(folder))
  for (const part of ['schemas', 'customers', 'demo']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const commands = commandsOf(guide)
  /** Both folders of `--against` are there: the one before is the product's. */
  const told = ([name = '', ...argv]: readonly string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const given = argv.map(one => (one === '../before' ? ROOT : one))
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    return { code: COMMANDS[name]?.([...given, '--root', folder], output), out: out.join('\n'), err: err.join('\n') }
  }

  it('make the folders, after which its blocks stand in them', () => {
    const making = commands.filter(([name]) => name === 'new-region')
    expect(making).toHaveLength(2)
    for (const command of making) expect(told(command)).toMatchObject({ code: 0, err: '' })
    put('customers/areas/64/logo.svg', SVG)
    for (const { path, text } of blocks) {
      const there = readConfig(folder).find(file => file.path === path)?.text ?? '{}'
      put(path, stringify(laidOver((parse(there) ?? {}) as Tree, parse(text) as Tree)))
    }
    expect(told(['validate'])).toMatchObject({ code: 0, out: expect.stringMatching(/0 个错误，0 个警告/) as string })
  })

  it('run, and print what it says that they print', () => {
    const asking = commands.filter(([name]) => name === 'diff' || name === 'explain')
    expect(asking.length).toBeGreaterThanOrEqual(7)
    const printed = asking.map(command => ({ command, ...told(command) }))
    for (const { command, code, err } of printed) expect([code, err], command.join(' ')).toEqual([0, ''])
    const [said] = plainBlocksOf(guide).filter(text => text.startsWith('pages/'))
    const diff = printed.find(({ command }) => command.join(' ') === 'diff dataCenter/onlineShop --customer 130100')
    for (const line of said?.trimEnd().split('\n') ?? ['']) expect(diff?.out.split('\n')).toContain(line)
    const seen = printed.filter(({ command }) => command.includes('c130100_admin')).map(({ out }) => out)
    expect(seen[0]).toMatch(/→ .*customers\/130100.*false/)
    expect(seen[1]).toMatch(/^[✓✗]/)
  })
})

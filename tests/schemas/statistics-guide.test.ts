import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/cli/read-config.ts'
import type { DashboardPage } from '../../src/core/contract/configuration.ts'
import { checkProject } from '../../src/core/index.ts'
import { RULES } from '../../src/core/validate/rules/index.ts'
import { blocksOf, laidOver, type Tree } from './guide.ts'

const guide = readFileSync('docs/statistics.md', 'utf8')
const blocks = blocksOf(guide)

/** The product's files with all blocks of the guide; several blocks of one file add up, as somebody would write them. */
const files = new Map(readConfig('.').map(({ path, text }) => [path, text]))
for (const { path, text } of blocks) {
  const own = parse(text) as Tree
  files.set(path, stringify(laidOver((parse(files.get(path) ?? '{}') ?? {}) as Tree, own)))
}
const { diagnostics, configuration } = checkProject([...files].map(([path, text]) => ({ path, text })))
const dashboard = (route: string): DashboardPage | undefined => {
  const page = configuration.scope({ area: '640000' }).page(route)
  return page?.kind === 'dashboard' ? page : undefined
}
const widgetOf = (route: string, name: string) => dashboard(route)?.widgets.find(widget => widget.name === name)

describe('the guide to statistics and dashboards', () => {
  it('writes what validate takes, without a warning', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(8)
    expect(diagnostics.map(({ origin, message }) => `${origin.file}:${origin.line} ${message}`)).toEqual([])
  })

  it('makes a share, a home by extends with it in front, and a chart of it', () => {
    const home = dashboard('index/indexNingXia')
    expect(home?.widgets[0]).toMatchObject({ name: 'returned', measures: [{ kind: 'share', label: '退回率' }] })
    expect(home?.widgets.length).toBe((dashboard('index/home')?.widgets.length ?? 0) + 2)
    const query = { statistic: 'clues', measures: ['returnRate'], by: ['month'], last: 12 }
    expect(widgetOf('index/indexNingXia', 'returnedByMonth')).toMatchObject({ widget: 'line', width: 6, query })
  })

  it('gives each widget what its kind’s defaults say, and leaves the others alone', () => {
    expect(widgetOf('index/complaintBoard', 'rate')).toMatchObject({ height: 3, query: { compare: ['previous'] } })
    expect(widgetOf('index/complaintBoard', 'way')?.query?.compare).toBeUndefined()
  })

  it('explains messages that there are', () => {
    const said = [...guide.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w-]+)`/g)].map(([, code]) => code),
    )
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter(code => !RULES.some(rule => rule.code === code))).toEqual([])
  })
})

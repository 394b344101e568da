import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDiff } from '../../src/cli/run-diff.ts'
import { runExplain } from '../../src/cli/run-explain.ts'

const root = mkdtempSync(join(tmpdir(), 'wangjian-measures-'))
beforeAll(() => {
  for (const part of ['_base', 'good-statistics'])
    cpSync(join(import.meta.dirname, '../cases', part), root, { recursive: true })
  for (const [path, text] of [
    ['customers/areas/35/statistics/shops.yaml', 'measures:\n  fees: {label: 收费}\n  mean: false\n'],
    ['customers/areas/35/pages/home.yaml', 'title: 本地首页\n'],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

function printed(command: typeof runExplain, ...argv: string[]): { code: number; text: string } {
  let text = ''
  const add = (line: string): void => void (text += `${line}\n`)
  return { code: command([...argv, '--root', root], { out: add, err: add }), text }
}

describe('explain of a measure', () => {
  it('shows the layers that say it, and how it is counted from rows and from the roll-up', () => {
    const { code, text } = printed(runExplain, 'statistics/shops', 'measures.fees', '--area', '350100', '--lang', 'en')
    expect(code).toBe(0)
    expect(text).toMatch(/schemas\/statistics\/shops\.yaml:\d+:\d+ +\{"label":"费用"/)
    expect(text).toMatch(/→ .*customers\/areas\/35\/statistics\/shops\.yaml:2:3/)
    expect(text).toMatch(/alike:\n +select .* from "shop" where .*"openedOn" >= '2026-01-01'/)
    expect(text).toMatch(/from the roll-up:\n +select .*"fees".* from "sys_rollup_\w+" where "level\$" = \d/)
    // what the statistic always filters by is no key of this roll-up
    const files = ['shops', 'bigShops'].map(name => join(root, `schemas/statistics/${name}.yaml`))
    const whole = files.map(file => readFileSync(file, 'utf8'))
    for (const [i, file] of files.entries()) writeFileSync(file, whole[i]!.replace(/(rollup: .*)platform, /, '$1'))
    const { text: narrow } = printed(runExplain, 'statistics/shops', 'measures.fees', '--lang', 'en')
    for (const [i, file] of files.entries()) writeFileSync(file, whole[i]!)
    expect(narrow).toContain('no roll-up holds it')
  })

  it('of a share shows both parts, as data too', () => {
    const { text } = printed(runExplain, 'statistics/shops', 'measures.firstRate')
    expect(text).toMatch(/^onFirst {2}淘宝的$/m)
    expect(text).toMatch(/^onBoth {2}大平台的$/m)
    const { text: json } = printed(runExplain, 'statistics/shops', 'measures.firstRate', '--json')
    expect((JSON.parse(json) as { measure?: string }[]).flatMap(({ measure }) => measure ?? [])).toEqual([
      'onFirst',
      'onBoth',
    ])
  })

  it('shows nothing more of what is no measure', () => {
    expect(printed(runExplain, 'statistics/shops', 'label').text).not.toContain('select')
    expect(printed(runExplain, 'statistics/shops', 'measures.nothing').code).toBe(1)
  })
})

describe('diff of statistics and dashboards', () => {
  it('tells what an area relabels and leaves out, and where', () => {
    const { code, text } = printed(runDiff, 'statistics/shops', '--area', '350100')
    expect(code).toBe(0)
    expect(text).toContain('~ measures.fees.label  费用 → 收费  customers/areas/35/statistics/shops.yaml:2:17')
    expect(text).toMatch(/- measures\.mean {2}.*customers\/areas\/35\/statistics\/shops\.yaml:3:9/)
    expect(printed(runDiff, 'home', '--area', '350100').text).toMatch(/title.*本地首页/)
    expect(printed(runDiff, '--area', '350100').text).toContain('statistics/shops\n')
  })

  it('suggests a name where there is none', () => {
    const { code, text } = printed(runDiff, 'statistics/shop', '--area', '350100')
    expect(code).toBe(1)
    expect(text).toContain('statistics/shops')
  })
})

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runExplain } from '../../src/cli/run-explain.ts'
import { runValidate } from '../../src/cli/run-validate.ts'
import type { Output } from '../../src/cli/command.ts'

const BASE = join(import.meta.dirname, '../cases/_base')
let broken: string

beforeAll(() => {
  broken = mkdtempSync(join(tmpdir(), 'wangjian-validate-'))
  cpSync(BASE, broken, { recursive: true })
  mkdirSync(join(broken, 'customers/areas/35/pages/data'), { recursive: true })
  writeFileSync(
    join(broken, 'customers/areas/35/pages/data/shop.yaml'),
    'title: 店铺\ncolumns:\n  sale: {sort: true}\n',
  )
})
afterAll(() => rmSync(broken, { recursive: true }))

function call(command: typeof runValidate, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output: Output = { out: text => void out.push(text), err: text => void err.push(text) }
  const code = command(argv, output)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('validate', () => {
  it('answers 0 when all is well, and says what there is when asked', () => {
    const { code, out } = call(runValidate, '--root', BASE)
    expect(code).toBe(0)
    expect(out).toMatch(/^共 13 个文件（另有内置 [1-9]\d* 个）、\d+ 个页面：0 个错误，0 个警告$/)
    const { out: stats } = call(runValidate, '--root', BASE, '--stats', '--lang', 'en')
    expect(stats).toMatch(/^pages that open: \d+ \(.*list \d+.*\)$/m)
    expect(stats).toMatch(/^menu entries that lead to a page: [1-9]/m)
    expect(stats).toMatch(/^page files of the product: 3, lines: median \d+, at most \d+$/m)
  })
  it('says from November on which year has no days off yet, where something is counted in working days', () => {
    const told = (folder: string, today: string, ...more: string[]) => {
      const out: string[] = []
      const argv = ['--root', join(import.meta.dirname, '../..', folder), ...more]
      runValidate(argv, { out: text => void out.push(text), err: () => {} }, undefined, today)
      return out.slice(1)
    }
    expect(told('', '2026-10-31')).toEqual([])
    expect(told('', '2026-11-01')).toEqual([expect.stringContaining('还没有 2027 年的放假安排')])
    expect(told('', '2027-01-04', '--lang', 'en')).toEqual([expect.stringContaining('lack 2027')])
    expect(told('tests/cases/_base', '2027-01-04')).toEqual([])
  })
  it.each(['examples/library', 'examples/laboratory', 'lab/load/config'])('finds nothing wrong in %s', folder => {
    const { code, out } = call(runValidate, '--root', join(import.meta.dirname, '../..', folder))
    expect(out).toMatch(/：0 个错误，0 个警告/)
    expect(code).toBe(0)
  })
  it('warns of a product that says again what the base says, and refuses nothing for it', () => {
    const whole = mkdtempSync(join(tmpdir(), 'whole-'))
    mkdirSync(join(whole, 'schemas'))
    writeFileSync(join(whole, 'schemas/app.yaml'), 'title: 试用\nlanguage: zh\n')
    writeFileSync(join(whole, 'schemas/menu.yaml'), 'menu: {logins: {title: 日志, page: system/logins}}\n')
    const { code, out } = call(runValidate, '--root', whole)
    rmSync(whole, { recursive: true })
    expect(out).toMatch(/schemas\/app\.yaml:2:1 {2}warning {2}overlay-no-change/)
    expect(code).toBe(0)
  })
  it('wants a title of a folder in which nothing stands yet, and nothing else', () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'))
    mkdirSync(join(empty, 'schemas'))
    const { code, out } = call(runValidate, '--root', empty)
    expect(code).toBe(1)
    expect(out.split('\n')[0]).toBe(
      'schemas/app.yaml:1:1  error  required-missing  app 缺少必填的 title：请写进 schemas/app.yaml',
    )
    expect(out).toContain('1 个错误')
  })
  it('answers 1 and shows path, line, column, code, the source line, a caret and the nearest name', () => {
    const { code, out } = call(runValidate, '--root', broken)
    expect(code).toBe(1)
    expect(out.split('\n').slice(0, 4)).toEqual([
      'customers/areas/35/pages/data/shop.yaml:3:3  error  column-field  实体 shop 没有字段“sale”',
      '      sale: {sort: true}',
      '      ^',
      '    您是不是想写 sales？',
    ])
  })
  it('speaks English with --lang en', () => {
    const { out } = call(runValidate, '--root', broken, '--lang', 'en')
    expect(out).toContain('The entity shop has no field "sale"')
    expect(out).toContain('Did you mean sales?')
  })
  it('prints nothing but the list with --json', () => {
    const { code, out } = call(runValidate, '--root', broken, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual([
      {
        code: 'column-field',
        severity: 'error',
        message: '实体 shop 没有字段“sale”',
        suggestion: 'sales',
        file: 'customers/areas/35/pages/data/shop.yaml',
        line: 3,
        col: 3,
      },
    ])
    expect(call(runValidate, '--root', BASE, '--json').out).toBe('[]')
  })
  it('answers 2 when it cannot run', () => {
    expect(call(runValidate, '--root', tmpdir())).toMatchObject({ code: 2, out: '' })
    expect(call(runValidate, '--rot', BASE)).toMatchObject({ code: 2, out: '' })
    expect(call(runValidate, '--lang', 'fr')).toMatchObject({ code: 2, out: '' })
  })
})

describe('explain', () => {
  it("prints every layer's say, the entity's too, and the winner", () => {
    const { code, out } = call(runExplain, 'data/shop', 'title', '--area', '350100', '--root', broken)
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines[1]).toMatch(/^ +schemas .*schemas\/pages\/data\/shop\.yaml:2:1 +网店$/)
    expect(lines[2]).toMatch(/^→ +customers\/areas\/35 .*customers\/areas\/35\/pages\/data\/shop\.yaml:1:1 +店铺$/)
  })
  it('names the field of the entity behind a column', () => {
    const { out } = call(runExplain, 'data/shop', 'columns.shopName.label', '--root', BASE, '--json')
    expect(JSON.parse(out)).toContainEqual({
      layer: 'schemas',
      of: 'entity',
      value: '网店名称',
      winner: true,
      file: 'schemas/entities/shop.yaml',
      line: 9,
      col: 14,
    })
  })
  it('says so when nothing is there, with the nearest name', () => {
    expect(call(runExplain, 'data/shpo', 'title', '--root', BASE)).toMatchObject({
      code: 1,
      err: expect.stringContaining('data/shop') as string,
    })
    expect(call(runExplain, 'data/shop', 'columns.shopNam', '--root', BASE)).toMatchObject({
      code: 1,
      err: expect.stringContaining('shopName') as string,
    })
  })
  it('answers 2 without a page', () => expect(call(runExplain, '--root', BASE).code).toBe(2))
})

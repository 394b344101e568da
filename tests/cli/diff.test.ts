import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '../../src/cli/command.ts'
import { runDiff } from '../../src/cli/run-diff.ts'
import { runNewRegion } from '../../src/cli/run-new-region.ts'
import { runValidate } from '../../src/cli/run-validate.ts'

const BASE = join(import.meta.dirname, '../cases/_base')
const PATCH = 'customers/areas/35/pages/data/shop.yaml'
const root = mkdtempSync(join(tmpdir(), 'wangjian-diff-'))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeEach(() => {
  rmSync(root, { recursive: true })
  cpSync(BASE, root, { recursive: true })
  write(PATCH, 'columns:\n  platform: false\n  updateTime:\n  sales: {label: 月销}\n  $order: [sales]\n')
})
afterAll(() => rmSync(root, { recursive: true }))

function call(command: typeof runDiff, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output: Output = { out: text => void out.push(text), err: text => void err.push(text) }
  return {
    code: command([...argv, '--root', root], output),
    lines: out.join('\n').split('\n'),
    out: out.join('\n'),
    err: err.join('\n'),
  }
}

describe('diff', () => {
  it('tells what an area changes of the base, and where it says so', () => {
    const { code, lines } = call(runDiff, 'data/shop', '--area', '350100')
    expect(code).toBe(0)
    expect(lines[0]).toBe('pages/data/shop')
    expect(lines.slice(1, -1).sort()).toEqual(
      [
        `  + columns.sales.label  月销  ${PATCH}:4:11`,
        `  + columns.updateTime  （留空）  ${PATCH}:3:3`,
        `  - columns.platform  （留空）  ${PATCH}:2:13`,
        `  ↕ columns  顺序 sales shopName platform updateTime  ${PATCH}:5:11`,
      ].sort(),
    )
    expect(lines.at(-1)).toBe('共 1 个文件、4 处不同，涉及 1 个范围中的 1 个')
    expect(call(runDiff, '--area', '360000').out).toBe('共 0 个文件、0 处不同，涉及 1 个范围中的 0 个')
  })

  it('tells what an edit changes of another folder, and for which scopes', () => {
    const edited = join(root, 'schemas/entities/shop.yaml')
    writeFileSync(edited, readFileSync(edited, 'utf8').replace('网店名称', '店铺名称'))
    const { out, lines } = call(runDiff, '--against', BASE)
    expect(out).toMatch(
      / {2}~ fields\.shopName\.label {2}网店名称 → 店铺名称 {2}schemas\/entities\/shop\.yaml:9:\d+ {2}\[所有范围\]/,
    )
    expect(lines.find(line => line.includes('columns.updateTime'))).toMatch(/\[.*35.*\]$/)
    expect(lines.find(line => line.includes('columns.updateTime'))).not.toContain('base')
    const json = JSON.parse(call(runDiff, '--against', BASE, '--json').out) as {
      document: string
      path: string
      file: string
      scopes: string[]
    }[]
    expect(json).toContainEqual(
      expect.objectContaining({
        document: 'pages/data/shop',
        path: 'columns.updateTime',
        kind: 'added',
        file: PATCH,
        line: 3,
        col: 3,
      }),
    )
  })

  it('names the page that was meant, and what it needs', () => {
    expect(call(runDiff, 'data/shpo', '--area', '35')).toMatchObject({
      code: 1,
      err: expect.stringContaining('data/shop') as string,
    })
    expect(call(runDiff).code).toBe(2)
  })
})

describe('new-region', () => {
  it('makes the folder of an area or of a customer that is sound at once, and says what comes next', () => {
    const area = call(runNewRegion, '--area', '1301', '--name', '石家庄市')
    expect([area.code, area.lines[0]]).toEqual([0, '已写好 customers/areas/1301/area.yaml，检查通过。'])
    expect(area.out).toContain('npm run diff -- --area 1301')
    const customer = call(
      runNewRegion,
      '--customer',
      '130100',
      '--name',
      '客户: "甲"',
      '--areas',
      '1301,1302',
      '--tenant',
      '/api-x',
      '--lang',
      'en',
    )
    expect([customer.code, customer.lines[0]]).toEqual([
      0,
      'customers/130100/customer.yaml is written, and it is sound.',
    ])
    expect(call(runValidate).code).toBe(0)
    write('customers/130100/pages/data/shop.yaml', 'title: 店铺\n')
    expect(call(runDiff, '--customer', '130100').out).toContain('~ title  网店 → 店铺')
  })

  it('writes over nothing, and leaves nothing of what would be wrong', () => {
    call(runNewRegion, '--area', '1301', '--name', '石家庄市')
    expect(call(runNewRegion, '--area', '1301', '--name', '别名')).toMatchObject({
      code: 1,
      err: 'customers/areas/1301/area.yaml 已经存在',
    })
    expect(readFileSync(join(root, 'customers/areas/1301/area.yaml'), 'utf8')).toContain('石家庄市')
    for (const wrong of [
      ['--area', '13o1', '--name', 'x'],
      ['--area', '1301'],
      ['--customer', '../out', '--name', 'x', '--areas', '13'],
      ['--customer', '7', '--name', 'x'],
    ]) {
      expect(call(runNewRegion, ...wrong).code).toBe(2)
    }
    expect(existsSync(join(root, 'customers/7'))).toBe(false)
  })
})

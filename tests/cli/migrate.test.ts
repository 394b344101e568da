import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '../../src/cli/command.ts'
import { runMigrate } from '../../src/cli/run-migrate.ts'
import { NEW } from '../core/migrate/new-words.ts'
import { OLD } from '../core/migrate/old-words.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wangjian-migrate-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(files: Record<string, string | Uint8Array>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Every file of the folder, whatever its name, byte by byte. */
const folder = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(path => statSync(join(root, path)).isFile())
      .map(path => [path.replaceAll('\\', '/'), readFileSync(join(root, path)).toString('latin1')]),
  )
const bytes = (text: string) => Buffer.from(text).toString('latin1')
const asBytes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytes(text)]))

function call(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output: Output = { out: text => void out.push(text), err: text => void err.push(text) }
  const code = runMigrate(['--root', root, ...argv], output)
  return { code, out: out.join('\n').replaceAll(root, ''), err: err.join('\n').replaceAll(root, '') }
}

describe('migrate', () => {
  it('takes a folder to the newest words, lists what changed, and then says that it is the newest', () => {
    write(OLD)
    const { code, out, err } = call()
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, -1).sort()).toEqual(Object.keys(NEW).sort())
    expect(out).toMatch(new RegExp(`从第 1 版到第 2 版：改了 ${Object.keys(NEW).length} 个文件$`))
    const after = folder()
    expect(after).toEqual(asBytes({ ...OLD, ...NEW }))
    expect(call()).toEqual({ code: 0, out: '已是最新的第 2 版', err: '' })
    expect(call('--check', '--lang', 'en')).toEqual({ code: 0, out: 'Version 2 is the newest', err: '' })
    expect(folder()).toEqual(after)
  })

  it('checks without changing anything, and answers 1 where something would change', () => {
    write(OLD)
    const { code, out } = call('--check', '--lang', 'en')
    expect(code).toBe(1)
    expect(out).toContain('schemas/pages/books.yaml\n')
    expect(out).toMatch(new RegExp(`From version 1 to 2: ${Object.keys(NEW).length} files would change$`))
    expect(folder()).toEqual(asBytes(OLD))
  })

  it('changes nothing at all where one file is no YAML, and names it with its line', () => {
    write({ ...OLD, 'customers/10001/menu.yaml': 'menu:\n  a: [\n' })
    const before = folder()
    const { code, out, err } = call()
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^customers\/10001\/menu\.yaml:3:1 {2}error {2}yaml-syntax/m)
    expect(err).toContain('什么也没有改')
    expect(folder()).toEqual(before)
    expect(call('--check', '--lang', 'en')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was changed'),
    })
    expect(folder()).toEqual(before)
  })

  it('names the files that are not UTF-8, and changes nothing', () => {
    write({ ...OLD, 'schemas/menu.yaml': Uint8Array.from([0x61, 0x3a, 0x20, 0xff, 0x0a]) })
    const before = folder()
    const { code, err } = call()
    expect(code).toBe(1)
    expect(err).toMatch(/^schemas\/menu\.yaml:1:1 {2}error {2}file-unreadable {2}文件不是 UTF-8/m)
    expect(folder()).toEqual(before)
  })

  it('asks for the version of a folder that has no place for it', () => {
    const { 'schemas/app.yaml': _app, ...without } = OLD
    write(without)
    const before = folder()
    expect(call()).toMatchObject({ code: 2, err: expect.stringContaining('请用 --from 说明是第几版') })
    expect(call('--lang', 'en')).toMatchObject({ code: 2, err: expect.stringContaining('say it with --from') })
    expect(folder()).toEqual(before)
    expect(call('--from', '1').code).toBe(0)
    const { 'schemas/app.yaml': _new, ...rest } = { ...OLD, ...NEW }
    expect(folder()).toEqual(asBytes(rest))
    expect(call('--from', '2')).toMatchObject({ code: 0, out: '已是最新的第 2 版' })
  })

  it.each(['0', '3', '1.5', 'two', '', '-1'])('refuses --from=%s in words', from => {
    write(OLD)
    const { code, err } = call(`--from=${from}`)
    expect([code, err.split('\n')[0]]).toEqual([2, `版本是 1 到 2 的整数：${from}`])
    expect(call(`--from=${from}`, '--lang=en').err.split('\n')[0]).toBe(`The version is a number from 1 to 2: ${from}`)
    expect(folder()).toEqual(asBytes(OLD))
  })

  it('refuses a version that the folder itself denies, or that no program knows', () => {
    write({ ...OLD, ...NEW })
    expect(call('--from', '1')).toMatchObject({ code: 2, err: expect.stringContaining('写着第 2 版') })
    expect(call('--from', '1', '--lang', 'en').err).toContain('schemas/app.yaml says version 2')
    const refused = (version: string) => {
      write({ 'schemas/app.yaml': `title: x\nversion: ${version}\n` })
      const before = folder()
      const { code, err } = call()
      expect([code, folder()], version).toEqual([2, before])
      return err.split('\n')[0]
    }
    for (const version of ['99', '1.5', '0']) expect(refused(version)).toBe(`版本是 1 到 2 的整数：${version}`)
    for (const version of ["'2'", 'two', '']) {
      expect(refused(version)).toBe('schemas/app.yaml 里的 version 不是数（请写数字，不加引号）')
      expect(call('--from', '1', '--lang', 'en').err).toContain('The version in schemas/app.yaml is not a number')
    }
  })

  it('says how it is used, and which folder is not there', () => {
    expect(call('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--check') })
    expect(call('--chek')).toMatchObject({ code: 2, err: expect.stringContaining('--check') })
    expect(call('--root', join(root, 'gone'))).toMatchObject({ code: 2, err: expect.stringContaining('没有文件夹') })
    expect(call('--root', join(root, 'gone'), '--lang', 'en').err).toContain('There is no folder')
  })
})

describe('layers that were migrated one by one', () => {
  const ENTITY = `entity: shop
label: 网店
key: id
title: id
fields:
  id: {label: 编号, kind: text}
  owner: {label: 负责人, kind: text, required: true}
  note: {label: 备注, kind: text, requiredWhen: values.id != ''}
`
  const whole = (overlay: string) => ({
    'schemas/app.yaml': 'title: 甲\n',
    'schemas/entities/shop.yaml': ENTITY,
    'customers/10001/customer.yaml': "customer: '10001'\nname: 甲\nareas: ['35']\n",
    'customers/10001/entities/shop.yaml': overlay,
  })

  it('are named where together they say something else than before', () => {
    write(whole("fields:\n  owner: {requiredWhen: values.id == '1'}\n"))
    const { code, out } = call()
    expect(code).toBe(0)
    expect(out).toContain('请看这几处：各层合起来的意思和以前不同')
    expect(out).toMatch(
      /customers\/10001\/entities\/shop\.yaml:2:\d+ {2}entities\/shop fields\.owner\.required: true → /,
    )
  })
  it('are not spoken of where they say the same', () => {
    write(whole("fields:\n  note: {requiredWhen: values.id == '1'}\n"))
    expect(call().out).not.toContain('各层合起来')
  })
})

describe('a folder in the new words that forgot to say its version', () => {
  const files = {
    'schemas/app.yaml': 'title: 甲\n',
    'schemas/pages/shops.yaml':
      'kind: list\ntitle: 网店\nactions:\n  open: {label: 打开, page: shop, args: {id: =row.id, kind: shop}}\n',
  }

  it('gets its version and stays as it is', () => {
    write(files)
    expect(call()).toMatchObject({ code: 0, out: expect.stringContaining('改了 1 个文件') })
    expect(folder()).toEqual(asBytes({ ...files, 'schemas/app.yaml': 'title: 甲\nversion: 2\n' }))
  })
})

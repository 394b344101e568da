import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output } from '../../src/cli/command.ts'
import { runFormat } from '../../src/cli/run-format.ts'

let root: string
const [ROUGH, FORMED] = ['a: { b: 1 }   # c\n\n\n\nd: 1\n', 'a: {b: 1} # c\n\nd: 1\n']

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wangjian-format-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function call(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output: Output = { out: text => void out.push(text), err: text => void err.push(text) }
  return { code: runFormat(argv, output, [root]), out: out.join('\n').replaceAll(root, ''), err: err.join('\n') }
}

describe('format', () => {
  it('formats every YAML file below a folder, and no other', () => {
    for (const path of ['pages/a.yaml', 'b.yml', 'c.yaml.txt', '.git/d.yaml', 'node_modules/e.yaml']) write(path, ROUGH)
    write('f.yaml', FORMED)
    const { code, out } = call('--root', root)
    expect([code, out]).toEqual([0, '/b.yml\n/pages/a.yaml\n共 3 个 YAML 文件：2 个已统一格式'])
    expect([read('pages/a.yaml'), read('b.yml')]).toEqual([FORMED, FORMED])
    expect([read('c.yaml.txt'), read('.git/d.yaml'), read('node_modules/e.yaml')]).toEqual([ROUGH, ROUGH, ROUGH])
    expect(call().out).toBe('共 3 个 YAML 文件：0 个已统一格式')
  })

  it('formats of a configuration what is read as such', () => {
    for (const path of ['schemas/app.yaml', 'customers/1/app.yaml', 'compose.yaml']) write(path, ROUGH)
    call('--root', root)
    expect([read('schemas/app.yaml'), read('customers/1/app.yaml'), read('compose.yaml')]).toEqual([
      FORMED,
      FORMED,
      ROUGH,
    ])
  })

  it('writes only what differs, keeps its permissions, and leaves no draft', () => {
    write('a.yaml', ROUGH)
    write('b.yaml', FORMED)
    chmodSync(join(root, 'a.yaml'), 0o640)
    const before = statSync(join(root, 'b.yaml')).ino
    call('--root', root)
    expect(statSync(join(root, 'a.yaml')).mode & 0o777).toBe(0o640)
    expect(statSync(join(root, 'b.yaml')).ino).toBe(before)
    expect(readdirSync(root).sort()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('checks without changing anything', () => {
    write('a.yaml', ROUGH)
    const { code, out } = call('--check')
    expect([code, out]).toEqual([1, '/a.yaml\n共 1 个 YAML 文件：1 个格式不同，请运行 npm run format'])
    expect(read('a.yaml')).toBe(ROUGH)
    write('a.yaml', FORMED)
    expect(call('--check', '--lang', 'en')).toMatchObject({ code: 0, out: '1 YAML files: 0 differ in form' })
  })

  it('names a broken file with its place, leaves it alone and formats the others', () => {
    write('a.yaml', 'a: 1\na: 2\n')
    write('b.yaml', new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0x0a]))
    write('c.yaml', ROUGH)
    const { code, out } = call('--root', root)
    expect(code).toBe(1)
    expect(out).toMatch(/^\/a\.yaml:2:1 {2}error {2}yaml-syntax {2}.*\n {4}a: 2\n {4}\^$/m)
    expect(out).toMatch(/^\/b\.yaml:1:1 {2}error {2}file-unreadable {2}文件不是 UTF-8 编码/m)
    expect(out).toMatch(/共 3 个 YAML 文件：1 个已统一格式，2 个无法统一格式，未改动$/)
    expect([read('a.yaml'), read('c.yaml')]).toEqual(['a: 1\na: 2\n', FORMED])
    expect([...readFileSync(join(root, 'b.yaml'))]).toEqual([0x61, 0x3a, 0x20, 0xff, 0x0a])
  })

  it('follows no link', () => {
    write('outside/a.yaml', ROUGH)
    mkdirSync(join(root, 'own'))
    symlinkSync(join(root, 'outside'), join(root, 'own/folder'))
    symlinkSync(join(root, 'outside/a.yaml'), join(root, 'own/a.yaml'))
    symlinkSync('..', join(root, 'own/up'))
    expect(call('--root', join(root, 'own')).out).toBe('共 0 个 YAML 文件：0 个已统一格式')
    expect(read('outside/a.yaml')).toBe(ROUGH)
  })

  it('answers as data', () => {
    write('a.yaml', ROUGH)
    write('b.yaml', 'b: [\n')
    const { files, changed, problems } = JSON.parse(call('--json', '--check').out)
    expect([files, changed]).toEqual([2, ['/a.yaml']])
    expect(problems).toMatchObject([{ code: 'yaml-syntax', file: '/b.yaml', line: 2 }])
  })

  it('says how it is used, and which folder is not there', () => {
    expect(call('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--check') })
    expect(call('--root', join(root, 'gone'))).toMatchObject({ code: 2, err: expect.stringContaining('没有文件夹') })
    expect(call('--chek')).toMatchObject({ code: 2 })
  })
})

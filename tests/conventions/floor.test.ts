import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { parse } from 'acorn'
import { build } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import { checkBuilt, told } from '../../scripts/floor/check/check.ts'
import { builtIns } from '../../scripts/floor/check/compat.ts'
import { usesIn } from '../../scripts/floor/check/scripts.ts'
import { stylesIn } from '../../scripts/floor/check/styles.ts'
import { FLOOR, moduleOf, POLYFILLED } from '../../scripts/floor/floor.ts'
import { polyfills } from '../../scripts/floor/polyfills.ts'
import { forget, temporary } from '../folders.ts'

const known = builtIns()
const inScript = (text: string): string[] => usesIn(text, known).map(({ what }) => what)
const inStyle = (text: string): string[] => stylesIn(text).map(({ what }) => what)

describe('the oldest browser that the console is built for', () => {
  const folders: string[] = []
  afterAll(async () => {
    await Promise.all(folders.map(forget))
  })

  /** What `npm test` has built, or a build of its own where a test is run by itself. */
  async function built(): Promise<string> {
    if (existsSync('dist/index.html')) return 'dist'
    const folder = temporary('floor-')
    folders.push(folder)
    await build({ logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
    return folder
  }

  it('has all that the built files use, or is brought it', async () => {
    const dist = await built()
    const { findings, needless, stale } = checkBuilt(dist)
    expect(findings.map(told)).toEqual([])
    expect(needless, 'polyfills of what nothing uses').toEqual([])
    expect(stale, 'exceptions of what nothing uses').toEqual([])
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    const [first] = /<script>[^]*?<\/script>/.exec(html) ?? []
    expect(html.indexOf(first ?? '-')).toBeLessThan(html.indexOf('<script type="module"'))
    expect(first).toContain(FLOOR.mark)
  })

  it('is told apart in scripts that every browser reads', () => {
    for (const file of ['first.js', 'refusal.js'])
      expect(() => parse(readFileSync(`scripts/floor/${file}`, 'utf8'), { ecmaVersion: 5 }), file).not.toThrow()
  })

  it('is brought built-ins before the console begins, which waits for no module', async () => {
    const context = createContext({})
    const without = POLYFILLED.map(name => `delete ${name}`).join(';')
    const has = `[${POLYFILLED.map(name => `typeof ${name}`).join()}].filter(type => type === 'function').length`
    expect(runInContext(`${without}; ${has}`, context)).toBe(0)
    runInContext((await polyfills()).code, context)
    expect(runInContext(has, context)).toBe(POLYFILLED.length)
    expect(runInContext('Object.hasOwn({ a: 1 }, "a") && [1, 2].findLast(n => n < 2)', context)).toBe(1)
    expect(readFileSync('scripts/floor/first.js', 'utf8')).not.toContain('type="module"')
  })

  it('is brought built-ins by modules that there are', () => {
    const { resolve } = createRequire(import.meta.url)
    for (const name of POLYFILLED) expect(resolve(moduleOf(name))).toContain('core-js')
    expect(known.named.get('Object.hasOwn')).toBeGreaterThan(FLOOR.chromium)
  })

  it('is named where people look for it', () => {
    for (const file of ['README.md', 'README.zh-CN.md', 'docs/deployment.md'])
      expect(readFileSync(file, 'utf8'), file).toContain(`Chromium ${FLOOR.chromium}`)
  })
})

describe('the check of built files', () => {
  it.each([
    ['a.toSpliced(1)', ['Array.prototype.toSpliced']],
    ['Object.groupBy(a, b)', ['Object.groupBy']],
    ['window.structuredClone(a)', ['structuredClone']],
    ['new Highlight()', ['Highlight']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['m.values().map(f)', ['Iterator.prototype.map']],
    ['e.checkVisibility()', ['Element.prototype.checkVisibility']],
    ['class A { static { f() } }', ['static {}']],
    ['[].at(1); "".replaceAll("a", "b"); [].map(f); Object.keys(a).map(f); own.take()', []],
    ['a.toSpliced?.(1)', []],
    ['a.toSpliced ? a.toSpliced(1) : b', []],
    ['"toSpliced" in a && a.toSpliced(1)', []],
    ['if (typeof structuredClone === "function") structuredClone(a)', []],
    ['a.toSpliced(b ? 1 : 2)', ['Array.prototype.toSpliced']],
  ])('finds in %s', (text, expected) => {
    expect(inScript(text)).toEqual(expected)
  })

  it.each([
    ['a:has(b){color:red}', [':has']],
    ['@layer x{a{color:red}}', ['@layer']],
    ['a{height:100dvh}', ['dvh, svh, lvh']],
    ['a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
    ['a{b &{color:red}}', ['&']],
    ['@media (width<=4px){a{color:red}}', ['@media (width <= …)']],
    ['a{inset:0;overflow:clip;gap:1px}a:is(b):focus-visible{color:red}', []],
    ['a{color:red;color:color-mix(in srgb,red,blue)}', []],
    ['@supports (height:1dvh){a{height:1dvh}}', []],
  ])('finds in %s', (text, expected) => {
    expect(inStyle(text)).toEqual(expected)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGINE_CONSTANTS } from '../../src/core/model/setting-kinds.ts'
import { SUPERVISION } from '../../src/supervision/server/product.ts'
import { ROOT } from '../folders.ts'

/** Where the names stand that the code is said to read. */
const LISTS = [join('core', 'model', 'setting-kinds.ts'), join('supervision', 'server', 'product.ts')]
const code = readdirSync(join(ROOT, 'src'), { withFileTypes: true, recursive: true })
  .filter(one => one.isFile() && /\.tsx?$/.test(one.name))
  .map(one => join(one.parentPath, one.name))
  .filter(file => !LISTS.some(list => file.endsWith(list)))
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')
const known = Object.keys({ ...ENGINE_CONSTANTS, ...SUPERVISION.constants })

describe('constants of app.yaml', () => {
  it('are read by the code, each that is said to be', () =>
    expect(known.filter(name => !new RegExp(`'${name}'|\\.${name}\\b`).test(code))).toEqual([]))

  it('are said to be read, each that the code reads', () => {
    const read = [...code.matchAll(/(?:numbersOf|numberOf|textOf)\(\s*app,\s*'(\w+)'|constants\['(\w+)'\]/g)]
    expect(read.length).toBeGreaterThan(15)
    expect(read.map(([, a, b]) => a ?? b).filter(name => !known.includes(name!))).toEqual([])
  })
})

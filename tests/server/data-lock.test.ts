import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lockDataDir, stillHeld } from '../../src/server/start/data-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'wangjian-lock-'))
const file = join(folder, 'lock.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  it('is made again when somebody deletes it, and ends no server with its folder', async () => {
    const unlock = await lockDataDir(folder)
    const own = readFileSync(file, 'utf8')
    rmSync(file)
    stillHeld(file, own)
    expect(readFileSync(file, 'utf8')).toBe(own)
    rmSync(folder, { recursive: true })
    expect(() => stillHeld(file, own)).not.toThrow()
    expect(unlock).not.toThrow()
    expect(existsSync(file)).toBe(false)
  })
})

import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownFolder } from '../../../../src/server/start/database/data-folder.ts'
import { forget, temporary } from '../../../folders.ts'
import { expectPrivate } from '../../support/private.ts'

let folder = ''
let outside = ''
beforeEach(() => {
  // as a shell has it: a server that began in this process before has set its own
  process.umask(0o022)
  ;[folder, outside] = [temporary(), temporary()]
})
afterEach(() => Promise.all([folder, outside].map(forget)))

/** As older versions left it. */
function laid(path: string, mode = 0o666): string {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), 'x')
  chmodSync(join(folder, path), mode)
  return join(folder, path)
}

describe('a data folder that others could read', () => {
  it('is closed with all it holds, once; what a link leads to stays as it is', async () => {
    for (const path of ['lock.json', 'pg/PG_VERSION', 'pg/base/5/1259', 'files/ab/abcdefgh', 'files/ab/cd.part'])
      laid(path)
    chmodSync(join(folder, 'files', 'ab'), 0o777)
    const others = join(outside, 'of-others')
    writeFileSync(others, 'x')
    chmodSync(others, 0o644)
    symlinkSync(others, join(folder, 'files', 'link'))
    symlinkSync(folder, join(folder, 'files', 'loop'))
    chmodSync(folder, 0o755)
    expect(await ownFolder(folder)).toEqual({ mended: 11, isOpen: false })
    expectPrivate(folder)
    expect(statSync(others).mode & 0o777).toBe(0o644)
    expect(await ownFolder(folder)).toEqual({ mended: 0, isOpen: false })
  })

  it('is mended where a start before was cut short', async () => {
    laid('files/ab/abcdefgh')
    chmodSync(folder, 0o700)
    chmodSync(join(folder, 'files'), 0o700)
    laid('control.sock')
    expect((await ownFolder(folder)).mended).toBe(3)
    expectPrivate(folder)
  })

  it('is made for its owner alone', async () => {
    rmSync(folder, { recursive: true })
    await ownFolder(join(folder, 'below'))
    expectPrivate(join(folder, 'below'))
  })

  it.skipIf(process.getuid?.() !== 0)('is refused in words when it belongs to somebody else', async () => {
    chownSync(folder, 65534, 65534)
    await expect(ownFolder(folder)).rejects.toThrow(/属于另一个系统账号[\s\S]*belongs to another account/)
  })

  it('is refused in words where it cannot be made', async () => {
    laid('file')
    await expect(ownFolder(join(folder, 'file', 'below'))).rejects.toThrow(
      /不能建立数据目录[\s\S]*Cannot make the data folder/,
    )
  })
})

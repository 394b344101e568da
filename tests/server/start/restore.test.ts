import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRODUCTS } from '../../../src/products.ts'
import { readSettings } from '../../../src/server/start/settings/environment.ts'
import { lockDataDir } from '../../../src/server/start/database/data-lock.ts'
import { readBackup, restoreFiles, type BackupManifest } from '../../../src/server/start/folders/backup-folder.ts'
import { restore } from '../../../src/server/start/restore.ts'
import { StartRefusal } from '../../../src/server/start/settings/refusal.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { noSmallDisk, SmallDisk } from '../durability/small-disk.ts'

const own = { backup: '', data: '' }
const UPLOADS = ['ab/abcdefghijklmnop', 'cd/cdefghijklmnopqr']
const MEGABYTE = Buffer.alloc(1 << 20, 'x')

/** As `npm run backup` writes one. */
beforeEach(() => {
  Object.assign(own, { backup: temporary('backup-'), data: temporary() })
  const files = UPLOADS.map(path => {
    mkdirSync(join(own.backup, 'files', path, '..'), { recursive: true })
    writeFileSync(join(own.backup, 'files', path), MEGABYTE)
    return { path, size: MEGABYTE.length, sha256: createHash('sha256').update(MEGABYTE).digest('hex') }
  })
  mkdirSync(join(own.backup, 'tables'))
  writeFileSync(join(own.backup, 'tables', 'website.jsonl.gz'), gzipSync('{"uniqueId":"1"}\n'))
  lay({
    format: 1,
    made: '2025-01-01 00:00:00',
    tables: [{ name: 'website', columns: [], rows: 1, sha256: 'x' } as unknown as BackupManifest['tables'][number]],
    files,
  })
})
afterEach(() => Promise.all([own.backup, own.data].map(forget)))

const lay = (manifest: object | string): void =>
  writeFileSync(join(own.backup, 'manifest.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
const whole = async (): Promise<BackupManifest> => (await readBackup(own.backup)).manifest

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'it was done',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as StartRefusal).message
}

describe('a restore that cannot be', () => {
  it.each<[string, (manifest: BackupManifest) => unknown, RegExp]>([
    [
      'whose manifest is missing',
      () => rmSync(join(own.backup, 'manifest.json')),
      /没有完整的备份[\s\S]*no whole backup/,
    ],
    [
      'whose manifest is cut short',
      () => truncateSync(join(own.backup, 'manifest.json'), 100),
      /不完整或已损坏[\s\S]*cut short/,
    ],
    [
      'of something else',
      () => lay({ manifest_version: 3, name: 'an extension of a browser' }),
      /不是本系统的备份清单[\s\S]*none of ours/,
    ],
    ['that is no object at all', () => lay('null'), /不是本系统的备份清单/],
    ['of a newer version', manifest => lay({ ...manifest, format: 2 }), /更新的版本写成（格式 2）[\s\S]*newer version/],
    [
      'whose files lie elsewhere',
      manifest => lay({ ...manifest, files: [{ ...manifest.files[0], path: '../../etc/cron.d/x' }] }),
      /不是本系统的备份清单/,
    ],
    ['that lacks a table', () => rmSync(join(own.backup, 'tables', 'website.jsonl.gz')), /缺少表 website/],
    [
      'that lacks a file',
      () => rmSync(join(own.backup, 'files', UPLOADS[1] ?? '')),
      /文件 cd\/cdefghijklmnopqr 已损坏或缺失/,
    ],
    [
      'with a file cut short',
      () => truncateSync(join(own.backup, 'files', UPLOADS[1] ?? ''), 5),
      /文件 cd\/cdefghijklmnopqr 已损坏或缺失[\s\S]*Nothing was restored/,
    ],
  ])('says so of a backup %s, and touches nothing', async (_what, spoil, words) => {
    spoil(await whole())
    expect(await refusal(restore(readSettings({ DATA_DIR: own.data }, ROOT), own.backup, true, PRODUCTS))).toMatch(
      words,
    )
    expect(readdirSync(own.data)).toEqual([])
  })

  it('says who uses the folder', async () => {
    const lock = await lockDataDir(own.data)
    expect(await refusal(restore(readSettings({ DATA_DIR: own.data }, ROOT), own.backup, true, PRODUCTS))).toMatch(
      new RegExp(`正被进程 ${process.pid}`),
    )
    lock.release()
  })

  it.skipIf(noSmallDisk !== undefined)(
    'leaves nothing of the files on a disk that has no place for all, and says what is wrong where it is read-only',
    async () => {
      const disk = SmallDisk.mounted(2) as SmallDisk
      try {
        const data = join(disk.folder, 'data')
        // there is place for one of the two
        writeFileSync(join(disk.folder, 'else'), MEGABYTE.subarray(0, MEGABYTE.length / 2))
        await expect(whole().then(manifest => restoreFiles(own.backup, manifest, data))).rejects.toMatchObject({
          code: 'ENOSPC',
        })
        disk.readOnly()
        expect(await refusal(restore(readSettings({ DATA_DIR: data }, ROOT), own.backup, true, PRODUCTS))).toMatch(
          /数据目录[\s\S]*data folder/,
        )
        disk.writable()
        expect(readdirSync(data, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())).toEqual([])
      } finally {
        disk.remove()
      }
    },
  )
})

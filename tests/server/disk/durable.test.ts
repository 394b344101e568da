import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DiskImage, noDiskImage } from '../durability/disk-image.ts'
import { mkdirDurably, syncTree, writeDurably } from '../../../src/server/disk/durable.ts'
import { mkdirDurablySync, writeDurablySync } from '../../../src/server/disk/durable-sync.ts'
import { unavailable } from '../../../src/server/answer/unavailable.ts'
import { openFileFolder } from '../../../src/server/start/folders/file-folder.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { StartRefusal } from '../../../src/server/start/settings/refusal.ts'
import { writeBackup } from '../../../src/server/start/folders/write-backup.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { lostAt, recorded, recording, Volatile, type FileEvent } from '../support/power-cut.ts'

let ground: string
beforeAll(() => {
  ground = temporary('durable-')
})
afterAll(() => forget(ground))

describe('what a power cut takes', () => {
  const left = (...events: [what: FileEvent['what'], ...paths: string[]][]): string[] => {
    const state = new Volatile()
    for (const [what, ...paths] of events) state.take({ what, paths })
    return state.lost
  }
  it.each<[what: string, events: [FileEvent['what'], ...string[]][], lost: string[]]>([
    ['a file that is only written', [['write', '/d/f']], ['/d/f']],
    [
      'a file whose folder is not synced',
      [
        ['write', '/d/f'],
        ['sync', '/d/f'],
      ],
      ['/d/f'],
    ],
    [
      'a file that is written on',
      [
        ['write', '/d/f'],
        ['sync', '/d/f'],
        ['sync', '/d'],
        ['write', '/d/f'],
      ],
      ['/d/f'],
    ],
    [
      'a name',
      [
        ['write', '/d/.f'],
        ['sync', '/d/.f'],
        ['sync', '/d'],
        ['rename', '/d/.f', '/d/f'],
      ],
      ['/d/f'],
    ],
    [
      'a folder',
      [
        ['folder', '/d/e'],
        ['write', '/d/e/f'],
        ['sync', '/d/e/f'],
        ['sync', '/d/e'],
      ],
      ['/d/e'],
    ],
    [
      'what lies in a folder that is renamed',
      [
        ['write', '/d/e/f'],
        ['rename', '/d/e', '/d/g'],
        ['sync', '/d'],
      ],
      ['/d/g/f'],
    ],
    [
      'a link',
      [
        ['name', '/d/l'],
        ['sync', '/d/l'],
      ],
      ['/d/l'],
    ],
    [
      'nothing that is synced',
      [
        ['write', '/d/.f'],
        ['sync', '/d/.f'],
        ['rename', '/d/.f', '/d/f'],
        ['sync', '/d'],
      ],
      [],
    ],
    [
      'nothing that is gone again',
      [
        ['folder', '/d/e'],
        ['write', '/d/e/f'],
        ['remove', '/d/e'],
      ],
      [],
    ],
  ])('is %s', (_what, events, lost) => {
    expect(left(...events)).toEqual(lost)
  })
})

describe('a file that is said to be kept', () => {
  it('is on the disk under its name before that, in each way in which there comes to be one', () => {
    const [below, log] = [join(ground, 'ways'), join(ground, 'ways.log')]
    mkdirSync(below)
    const ways = join(ROOT, 'tests/server/disk/ways.ts')
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', ways, below], {
      cwd: ROOT,
      env: { ...process.env, ...recording(below, log) },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    // what the test itself lays there, and what is thrown away
    const given = /\/ways\/(dist(\/assets(\/index-1\.js)?)?|(empty|backup)\b.*|schemas)$/
    const found = lostAt(recorded(log), ({ what }) => what.startsWith('kept '), given)
    expect(found.length).toBeGreaterThan(10)
    const [unsafe] = found.splice(-1)
    expect(Object.fromEntries(found.filter(([, lost]) => lost.length > 0))).toEqual({})
    // the recorder sees what the product does not do
    expect(unsafe).toEqual(['kept without a sync', [join(below, 'lost'), join(below, 'lost/plain')]])
  })
})

describe('folders and files for good', () => {
  it.each<[name: string, make: (path: string, mode?: number) => unknown]>([
    ['by a server', mkdirDurably],
    ['by a command', mkdirDurablySync],
  ])('are made %s with all that are above them, and left as they are where they are there', async (name, make) => {
    const top = join(ground, name)
    await make(join(top, 'a/b/c'), 0o700)
    await make(join(top, 'a/b/c'))
    expect(readdirSync(top, { recursive: true })).toEqual(['a', 'a/b', 'a/b/c'])
    writeFileSync(join(top, 'file'), '')
    symlinkSync(join(top, 'nowhere'), join(top, 'link'))
    for (const bad of ['file', 'file/below', 'link', 'link/below'])
      await expect((async () => make(join(top, bad)))()).rejects.toMatchObject({
        code: expect.stringMatching(/EEXIST|ENOTDIR/) as string,
      })
  })

  it('are one of several that are written at once, whole, with the rights that were asked for, and no draft is left', async () => {
    const path = join(ground, 'written')
    await Promise.all(['a', 'b', 'c'].map(text => writeDurably(path, text.repeat(100_000), 0o640)))
    writeDurablySync(path, 'd', 0o604)
    expect(readdirSync(ground).filter(name => name.startsWith('written'))).toEqual(['written'])
    const cut = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new Error('cut off')
    }
    await expect(writeDurably(join(ground, 'never'), cut())).rejects.toThrow('cut off')
    expect(existsSync(join(ground, 'never'))).toBe(false)
    expect(readdirSync(ground).filter(name => name.startsWith('never'))).toEqual([])
  })

  it('are synced as they are: also what may only be read, and links that lead nowhere are left', async () => {
    const tree = join(ground, 'tree/below')
    mkdirSync(tree, { recursive: true })
    writeFileSync(join(tree, 'read-only'), 'x')
    chmodSync(join(tree, 'read-only'), 0o400)
    symlinkSync('nowhere', join(tree, 'link'))
    await syncTree(join(ground, 'tree'))
  })
})

describe.skipIf(noDiskImage !== undefined).each(['blocks', 'inodes'])('a disk without %s', left => {
  it('is told as one that is full, of an upload and of a backup, by server and command, and nothing half is left', async () => {
    const disk = DiskImage.made(8, 64) as DiskImage
    try {
      const data = join(disk.folder, 'data')
      const files = await openFileFolder(data)
      const content = async function* (): AsyncGenerator<Uint8Array> {
        yield Buffer.from('证据'.repeat(10_000))
      }
      if (left === 'blocks') disk.fill()
      else disk.fillWithNames()
      const failed = async (work: () => unknown): Promise<Error> => {
        try {
          await work()
        } catch (error) {
          return error as Error
        }
        throw new Error('there was room')
      }
      for (const work of [
        () => files.put('an-upload-without-room', content()),
        () => mkdirDurably(join(disk.folder, 'a/b/c')),
        () => mkdirDurablySync(join(disk.folder, 'a/b/c')),
      ])
        expect(unavailable(await failed(work))?.message).toContain('磁盘空间不足')
      // it asks the database only once there is a folder
      const refused = await failed(() => writeBackup({} as Database, data, join(disk.folder, 'backups/today')))
      expect(refused).toBeInstanceOf(StartRefusal)
      expect(refused.message).toMatch(/磁盘空间不足[\s\S]*the disk is full/)
      disk.free()
      expect(readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())).toEqual([])
      await files.put('an-upload-without-room', content())
    } finally {
      disk.remove()
    }
  })
})

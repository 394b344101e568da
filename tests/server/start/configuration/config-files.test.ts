import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfigFiles, type ReadTexts } from '../../../../src/server/start/configuration/config-files.ts'

const PATH = 'schemas/app.yaml'
let root = ''
const at = (): string => join(root, PATH)
const read = async (known: ReadTexts): Promise<string | undefined> =>
  (await readConfigFiles(root, known)).files.find(({ path }) => path === PATH)?.text

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wangjian-files-'))
  await mkdir(join(root, 'schemas'))
  await writeFile(at(), 'title: 一\n')
})
afterAll(() => rm(root, { recursive: true }))

it('a file that looks as it did is not read again, one that was written within a coarse clock’s step is', async () => {
  const known: ReadTexts = new Map()
  expect(await read(known)).toBe('title: 一\n')
  // just written: what is known of it could be out of date without looking so
  expect(known.get(at())).toBeUndefined()
  const { size, ino, mtimeMs, ctimeMs } = await stat(at())
  known.set(at(), { text: 'title: 旧\n', stamp: [size, ino, mtimeMs, ctimeMs].join() })
  expect(await read(known)).toBe('title: 旧\n')
})

it('a file of the same length whose time of change was set back is read again', async () => {
  const { size, ino, mtime, mtimeMs, ctimeMs } = await stat(at())
  const known: ReadTexts = new Map([[at(), { text: 'title: 一\n', stamp: [size, ino, mtimeMs, ctimeMs].join() }]])
  await writeFile(at(), 'title: 二\n')
  await utimes(at(), mtime, mtime)
  expect(await read(known)).toBe('title: 二\n')
})

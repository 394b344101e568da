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

/** As if it had been read so long ago, with another text, so that one sees whether it is read again. */
function readBefore(known: ReadTexts, ms: number): void {
  const [path, one] = [at(), known.get(at())!]
  known.set(path, { ...one, text: 'title: 旧\n', seen: one.seen - ms })
}

it('a file is read again until it was read when it had long looked as it does', async () => {
  const known: ReadTexts = new Map()
  expect(await read(known)).toBe('title: 一\n')
  // within the step of a coarse clock it may have changed without looking so
  readBefore(known, 0)
  expect(await read(known)).toBe('title: 一\n')
  readBefore(known, 10_000)
  expect(await read(known)).toBe('title: 一\n')
  readBefore(known, 0)
  expect(await read(known)).toBe('title: 旧\n')
})

it('a file of the same length whose time of change was set back is read again', async () => {
  const known: ReadTexts = new Map()
  await read(known)
  readBefore(known, 10_000)
  await read(known)
  const { mtime } = await stat(at())
  await writeFile(at(), 'title: 二\n')
  await utimes(at(), mtime, mtime)
  expect(await read(known)).toBe('title: 二\n')
})

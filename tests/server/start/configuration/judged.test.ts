import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Judged } from '../../../../src/server/start/configuration/judged.ts'
import { readConfigFolder } from '../../../../src/server/start/configuration/config-folder.ts'
import { firstConfiguration } from '../../../../src/server/start/configuration/live-configuration.ts'
import { StartRefusal } from '../../../../src/server/start/settings/refusal.ts'
import { forget, ROOT, temporary } from '../../../folders.ts'

const PAGE = 'schemas/pages/books.yaml'
const own = { folder: '', data: '', page: '' }
const judged = (): Judged => new Judged(own.data)
const knows = async (code?: { handlers: string[]; products: object }): Promise<boolean> =>
  judged().has(await readConfigFolder(own.folder), code as never)
const page = (text: string): Promise<void> => writeFile(join(own.folder, PAGE), text)

beforeAll(async () => {
  own.folder = temporary('judged-')
  own.data = temporary('judged-data-')
  await cp(join(ROOT, 'examples/library'), own.folder, { recursive: true })
  own.page = await readFile(join(own.folder, PAGE), 'utf8')
  const first = judged()
  await firstConfiguration(own.folder, undefined, first)
  await first.keep()
})
afterAll(() => Promise.all([forget(own.folder), forget(own.data)]))

it('a configuration found right is known at the next start, and compiled to the same', async () => {
  expect(await knows()).toBe(true)
  const [again, anew] = [
    await firstConfiguration(own.folder, undefined, judged()),
    await firstConfiguration(own.folder),
  ]
  expect(again.configuration.version).toBe(anew.configuration.version)
  expect(again.configuration.scope({}).manifest).toEqual(anew.configuration.scope({}).manifest)
})

it('it is the same one wherever its folders lie, which decides the order of its files', async () => {
  const files = await readConfigFolder(own.folder)
  expect(await judged().has([...files].reverse(), undefined)).toBe(true)
})

it.each([
  ['a file that differs by one letter', () => page(`${own.page}# x\n`)],
  ['a file more', () => writeFile(join(own.folder, 'schemas/pages/more.yaml'), own.page)],
])('%s is judged', async (_, edit) => {
  await edit()
  expect(await knows()).toBe(false)
})

it('names that the code no longer has are judged', async () => {
  await page(own.page)
  expect(await knows({ handlers: ['other'], products: {} })).toBe(false)
})

it('what is wrong is refused at every start, and never remembered', async () => {
  await page(own.page.replace(/^title:/m, 'titel:'))
  for (const _ of [1, 2])
    await expect(firstConfiguration(own.folder, undefined, judged())).rejects.toBeInstanceOf(StartRefusal)
  expect(await knows()).toBe(false)
})

it('where nothing can be kept, each start judges', async () => {
  const nowhere = new Judged(join(own.data, 'no', 'such'))
  const files = await readConfigFolder(own.folder)
  await nowhere.has(files, undefined)
  await nowhere.keep()
  expect(await nowhere.has(files, undefined)).toBe(false)
})

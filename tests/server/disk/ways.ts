/**
 * Run in a process of its own, whose files are recorded: each way in which the product comes to have a file, without a
 * server. After each it says that the file is kept, as the product would to whoever waits for it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { create } from 'tar'
import { unpacked } from '../../../src/cli/install/archive.ts'
import { switchTo } from '../../../src/cli/install/places.ts'
import { noteServer } from '../../../src/cli/install/running.ts'
import { replaceFile } from '../../../src/cli/yaml-files.ts'
import { Judged } from '../../../src/server/start/configuration/judged.ts'
import { ownFolder } from '../../../src/server/start/database/data-folder.ts'
import { makeDatabase } from '../../../src/server/start/database/make-database.ts'
import { restoreFiles } from '../../../src/server/start/folders/backup-folder.ts'
import { keepBuild } from '../../../src/server/start/folders/console-builds.ts'
import { openFileFolder } from '../../../src/server/start/folders/file-folder.ts'
import { precompress } from '../../../src/server/start/folders/precompress.ts'

const [ground = ''] = process.argv.slice(2)
const below = (...names: string[]): string => join(ground, ...names)
const kept = (globalThis as unknown as { recordFiles: (what: string) => void }).recordFiles

/** What was there before, as far as this process is concerned. */
const given = (path: string, text: string): string => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

const ID = 'an-upload-of-which-nothing-is-lost'
const WAYS: Record<string, () => unknown> = {
  'the data folder': () => ownFolder(below('data/of/an/office')),
  'two uploads in one new folder': async () => {
    const files = await openFileFolder(below('data/of/an/office'))
    await Promise.all([1, 2].map(n => files.put(ID + n, Readable.from([Buffer.from('证据'), Buffer.from(String(n))]))))
  },
  'an upload in a folder that another process has made': async () => {
    mkdirSync(below('data/of/an/office/files/th'))
    await (await openFileFolder(below('data/of/an/office'))).put(`the-${ID}`, Readable.from([Buffer.from('证据')]))
  },
  'what was judged': async () => {
    const judged = new Judged(below('data/of/an/office'))
    await judged.has([], undefined)
    await judged.keep()
  },
  'the embedded database of a release': async () => {
    given(below('empty/pg/base/1'), 'a table')
    await create({ file: below('empty.tar.gz'), cwd: below('empty'), gzip: true }, ['pg'])
    await makeDatabase(below('data/of/an/office/pg'), { isReleased: true, archive: below('empty.tar.gz') })
  },
  'files of the console, packed': () => {
    given(below('dist/assets/index-1.js'), 'x'.repeat(5000))
    return precompress(below('dist'))
  },
  'files of the console, for the next release': () => keepBuild(below('dist'), below('data/of/an/office')),
  'the note of a server': () =>
    noteServer(below('data/of/an/office'), {
      pid: process.pid,
      began: undefined,
      url: '',
      version: '',
      folder: '',
      since: '',
      database: 'embedded',
      isService: false,
    }),
  'the links of a release, and the way back': () => {
    const back = switchTo(below(), below('dist'), below('empty'))
    back()
  },
  'an archive that is unpacked': async () => {
    const { forget } = await unpacked(below('empty.tar.gz'), below('home'))
    await forget()
  },
  'a page that is formatted': () => {
    given(below('schemas/page.yaml'), 'kind:   list\n')
    replaceFile(below('schemas/page.yaml'), 'kind: list\n')
  },
  'restored files': () => {
    given(below('backup/files/re/restored'), '证据')
    const files = [{ path: 're/restored', size: 6, sha256: '' }]
    return restoreFiles(below('backup'), { format: 1, made: '', tables: [], files }, below('data/of/an/office'))
  },
}
for (const [name, come] of Object.entries(WAYS)) {
  await come()
  kept(`kept ${name}`)
}
// what this test is worth: the same without the one helper
given(below('lost/plain'), readFileSync(below('schemas/page.yaml'), 'utf8'))
kept('kept without a sync')

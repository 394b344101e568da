import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const HELPER = 'src/server/disk/'
/** Calls of node:fs by which a file, a folder or a name comes to be; `open` does, too. */
const MAKES =
  /^(open|openAsBlob|writeFile|appendFile|createWriteStream|write|writev|rename|link|symlink|copyFile|cp|mkdir|mkdtemp|truncate|ftruncate)(Sync)?$/
/** Who may all the same, and why a power cut does no harm there. */
const MAY: Record<string, string> = {
  'src/server/start/database/file-lock.ts openSync': 'a lock: it holds while its process lives',
  'src/server/start/database/data-lock.ts ftruncateSync': 'names the process that holds the lock',
  'src/server/start/database/data-lock.ts writeSync': 'names the process that holds the lock',
  'src/server/start/database/copy-database.ts copyFile': 'a copy that goes away once a backup is made from it',
  'src/server/start/database/copy-database.ts mkdir': 'a copy that goes away once a backup is made from it',
  'src/server/start/database/copy-database.ts writeFile': 'a copy that goes away once a backup is made from it',
  'src/server/start/heavy/heavy-process-link.ts writeFileSync': 'tells the system what to end where memory is short',
  'src/server/start/heavy/watchdog.mjs writeSync': 'standard error',
  'src/server/start/folders/write-backup.ts open': 'reads a file that is copied',
  'src/server/db/pglite/pool.ts open': 'room that is held for a full disk: the next opening fills it up',
  'src/server/db/pglite/log.mjs openSync': 'a log that PostgreSQL has made, to sync it',
  'src/cli/install/run-verify.ts mkdtempSync': 'an archive that is unpacked to be looked at, and taken away again',
  'src/cli/install/running.ts openSync': 'reads a note',
  'src/cli/install/machine.ts openSync': 'the log of a server',
  'src/server/start/log/output.ts openSync': 'the log: a power cut may take its end',
  'src/server/start/log/output.ts writeSync': 'the log: a power cut may take its end',
  'src/server/start/folders/file-folder.ts open': 'reads a file that is there',
  'src/supervision/server/start/capture-folder.ts mkdtemp': 'what a browser keeps while it captures a page',
}
/** Libraries that write files. */
const LIBRARY = /(?:from|import\()\s*'(?:tar|fs-extra|graceful-fs|adm-zip|unzipper)'/
/** Who uses one, and who syncs what it has written. */
const SYNCED: Record<string, string> = {
  'src/cli/install/archive.ts': 'src/cli/install/lay.ts',
  'src/server/start/database/make-database.ts': 'src/server/start/database/make-database.ts',
}

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  .filter(path => !path.startsWith('src/console/') && !path.startsWith(HELPER))

const FS = String.raw`['"](?:node:)?fs(?:/promises)?['"]`
const NAMED = new RegExp(String.raw`import\s*(?:type\s*)?\{([^}]*)\}\s*from\s*${FS}`, 'g')
const ANY = new RegExp(String.raw`${FS}`, 'g')

/** Names that a text imports of node:fs; `*` where it takes the whole of it, so that nobody knows which. */
function importsOf(text: string): string[] {
  const named = [...text.matchAll(NAMED)].map(([, names = '']) => names)
  const whole = [...text.matchAll(ANY)].length - named.length
  return [
    ...named.flatMap(names => names.split(',').map(name => name.trim().split(/\s+as\s+/)[0] ?? '')),
    ...Array.from({ length: whole }, () => '*'),
  ].filter(name => name !== '' && !name.startsWith('type '))
}

const importing = (isIt: (name: string) => boolean): string[] =>
  files.flatMap(path =>
    importsOf(readFileSync(path, 'utf8'))
      .filter(isIt)
      .map(name => `${path} ${name}`),
  )

describe('files are written by one helper, for good', () => {
  it('knows an import of node:fs in whatever form', () => {
    expect(
      importsOf(`import { a, writeFile as b, type Stats } from 'node:fs/promises'\nimport {\n  c,\n} from "fs"`),
    ).toEqual(['a', 'writeFile', 'c'])
    for (const text of [
      `import fs from 'node:fs'`,
      `import * as fs from 'fs'`,
      `await import('node:fs')`,
      `require('fs/promises')`,
      `export * from 'node:fs'`,
    ])
      expect(importsOf(text), text).toEqual(['*'])
  })

  it('of src/server/disk: nothing else makes, renames or links what a power cut could take', () => {
    expect(importing(name => name === '*' || MAKES.test(name)).filter(one => !(one in MAY))).toEqual([])
  })

  it('and what a library writes is synced as a whole', () => {
    const users = files.filter(path => LIBRARY.test(readFileSync(path, 'utf8')))
    expect(users).toEqual(Object.keys(SYNCED))
    for (const path of Object.values(SYNCED)) expect(readFileSync(path, 'utf8'), path).toMatch(/sync(Tree|Marked)\(/)
  })

  it('by whoever is excepted, and nobody else is: what no longer does so is no exception', () => {
    const asked = importing(name => MAKES.test(name))
    expect(Object.keys(MAY).filter(one => !asked.includes(one))).toEqual([])
  })
})

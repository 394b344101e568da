import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderFacts, lockTrouble, portFacts } from '../../../src/cli/install/facts.ts'
import { filesFinding } from '../../../src/cli/install/files-finding.ts'
import * as judge from '../../../src/cli/install/findings.ts'
import { homeFinding } from '../../../src/cli/install/home-finding.ts'
import { linesOf, runDoctor } from '../../../src/cli/install/run-doctor.ts'
import type { Settings } from '../../../src/server/start/settings/environment.ts'
import { forget, temporary } from '../../folders.ts'

let home: string
beforeAll(() => {
  home = temporary('doctor-')
})
afterAll(() => forget(home))

const HOUR = 3_600_000
const NOW = Date.parse('2026-06-01T00:00:00Z')
const clock = { now: NOW, released: NOW - HOUR, database: NOW, isSynchronised: true }
const folder = { about: { zh: '目录', en: 'Folder' }, path: '/f', isThere: true, isWritable: true, isOpen: false }
const port = { port: 8080, host: '127.0.0.1', trouble: undefined, isOurs: false }
const settings = {
  server_version_num: '160004',
  server_encoding: 'UTF8',
  max_connections: '100',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  autovacuum: 'on',
}
const database = (more: Record<string, string>, milliseconds = 1): judge.Finding[] =>
  judge.databaseFindings({ settings: { ...settings, ...more }, now: NOW, milliseconds })

describe('doctor judges', () => {
  it.each<[what: string, found: judge.Finding, state: judge.State]>([
    ['a living Node', judge.nodeFinding('24.1.0', '>=20.19'), 'good'],
    ['a Node past its end', judge.nodeFinding('20.20.2', '>=20.19'), 'doubtful'],
    ['a Node that is too old', judge.nodeFinding('18.0.0', '>=20.19'), 'bad'],
    ['a free port', judge.portFinding(port), 'good'],
    ['a port in use', judge.portFinding({ ...port, trouble: 'EADDRINUSE' }), 'bad'],
    ['a port in use by ourselves', judge.portFinding({ ...port, trouble: 'EADDRINUSE', isOurs: true }), 'good'],
    ['a port of root', judge.portFinding({ ...port, port: 80, trouble: 'EACCES' }), 'bad'],
    ['a folder', judge.folderFinding(folder), 'good'],
    ['a folder to come', judge.folderFinding({ ...folder, isThere: false }), 'good'],
    ['a folder that others read', judge.folderFinding({ ...folder, isOpen: true }), 'doubtful'],
    ['a folder of somebody else', judge.folderFinding({ ...folder, isWritable: false }), 'bad'],
    ['a home', homeFinding('/h', false), 'good'],
    ['a program that its server can write', homeFinding('/h', true), 'doubtful'],
    ['a clock', judge.clockFinding(clock), 'good'],
    ['a clock of which nothing is known', judge.clockFinding({ ...clock, isSynchronised: undefined }), 'good'],
    ['a clock that nobody sets', judge.clockFinding({ ...clock, isSynchronised: false }), 'doubtful'],
    ['a clock before the release', judge.clockFinding({ ...clock, released: NOW + HOUR }), 'bad'],
    ['a clock apart from the database', judge.clockFinding({ ...clock, database: NOW - HOUR }), 'bad'],
    ['room', judge.diskFinding('/d', 50_000), 'good'],
    ['little room', judge.diskFinding('/d', 3000), 'doubtful'],
    ['no room', judge.diskFinding('/d', 100), 'bad'],
    ['files enough', judge.openFilesFinding(16_384), 'good'],
    ['few files', judge.openFilesFinding(1024), 'doubtful'],
    ['too few files', judge.openFilesFinding(256), 'bad'],
    ['a system without such a limit', judge.openFilesFinding(undefined), 'good'],
    ['no browser', judge.chromiumFinding(undefined), 'doubtful'],
    ['no fonts', judge.fontFinding(0), 'doubtful'],
    ['fonts', judge.fontFinding(3), 'good'],
    ['no locks', judge.lockFinding('no binary'), 'bad'],
    ['files', filesFinding({ count: 0, first: [], named: 9, read: 2 }), 'good'],
    [
      'files that are gone',
      filesFinding({ count: 1, first: [{ id: 'f', name: 'a.txt', fault: 'missing' }], named: 9, read: 2 }),
      'bad',
    ],
    ['files that could not be looked at', filesFinding('refused'), 'doubtful'],
  ])('%s', (_what, found, state) => {
    expect(found.state).toBe(state)
    // what is not well says what to do, in both languages
    if (state === 'good') expect(found.todo).toBeUndefined()
    else expect(Object.values(found.todo ?? {}).filter(Boolean)).toHaveLength(2)
  })

  it.each([
    ['fsync', 'off'],
    ['synchronous_commit', 'off'],
    ['full_page_writes', 'off'],
    ['autovacuum', 'off'],
    ['server_version_num', '130010'],
    ['server_encoding', 'SQL_ASCII'],
    ['max_connections', '20'],
  ])('a database whose %s is %s', (name, value) => {
    const [found, ...others] = database({ [name]: value })
    expect(found).toMatchObject({ state: 'bad', says: { en: `${name} = ${value}` } })
    expect(others).toEqual([])
  })

  it('a database as it should be, one far away, and none', () => {
    expect(database({}).map(({ state, says }) => [state, says.en])).toEqual([['good', 'PostgreSQL 16']])
    expect(database({}, 200).map(({ state }) => state)).toEqual(['doubtful'])
    expect(judge.databaseFindings('refused').map(({ state }) => state)).toEqual(['bad'])
  })
})

describe('doctor looks', () => {
  it('at ports, rights and locks as they are', async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const taken = { port: (server.address() as AddressInfo).port, host: '127.0.0.1', dataDir: home } as Settings
    expect(await portFacts(taken)).toMatchObject({ trouble: 'EADDRINUSE', isOurs: false })
    await new Promise(resolve => server.close(resolve))
    expect(await portFacts(taken)).toMatchObject({ trouble: undefined })
    const open = join(home, 'open')
    mkdirSync(open)
    chmodSync(open, 0o755)
    expect(folderFacts(folder.about, open, true)).toMatchObject({ isThere: true, isOpen: true })
    expect(folderFacts(folder.about, open, false)).toMatchObject({ isOpen: false })
    expect(folderFacts(folder.about, join(home, 'to/come'), true)).toMatchObject({ isThere: false, isWritable: true })
    expect(await lockTrouble(join(home, 'data'))).toBeUndefined()
    expect(readdirSync(home)).toEqual(['open'])
  })

  it('and tells all of it, with what to do', async () => {
    const told: string[] = []
    const say = (text: string): void => void told.push(text)
    const at = { root: home, home, dataDir: join(home, 'data') }
    const code = await runDoctor(['--lang', 'en'], { out: say, err: say }, at, { findBrowser: () => undefined })
    expect([0, 1]).toContain(code)
    for (const about of [
      'Node',
      'Port',
      'Data folder',
      'Home',
      'Disk',
      'Open files',
      'Clock',
      'Database',
      'Files',
      'Chromium',
      'Chinese fonts',
    ])
      expect(told.join('\n')).toContain(`  ${about}  `)
    expect(told.join('\n')).toContain('→ Install the system’s package chromium')
    // it only looks
    expect(existsSync(join(home, 'data'))).toBe(false)
    expect(linesOf([judge.diskFinding('/d', 1)], 'zh')[0]).toContain('不行  磁盘')
  })
})

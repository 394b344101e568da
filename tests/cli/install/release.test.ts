import { generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyLibrary, foldersOfLibraries } from '../../../scripts/release/libraries.ts'
import { pack } from '../../../scripts/release/pack.ts'
import { foldersOf, licencesText, partIn } from '../../../scripts/release/parts.ts'
import { bomOf, npmBom } from '../../../scripts/release/sbom.ts'
import { seal } from '../../../scripts/release/seal.ts'
import { filesAt } from '../../../scripts/release/files.ts'
import { runVerify } from '../../../src/cli/install/run-verify.ts'
import { PUBLIC_KEY, SIGNATURE, SUMS } from '../../../src/cli/install/sums.ts'
import { forget, ROOT, temporary } from '../../folders.ts'

const MADE = new Date('2026-01-02T03:04:05Z')
const keys = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const [ours, others] = [keys(), keys()]

let home: string
beforeAll(() => {
  home = temporary('release-')
})
afterAll(() => forget(home))

const FILES = {
  'release.json': '{"name":"wangjian","version":"1.2.3","node":">=20"}',
  '说明/读我.txt': '内容',
  'a/b': 'b',
}
let at = 0
/** A small release, sealed as a real one is. */
async function release(key?: string): Promise<string> {
  const folder = join(home, String(++at), 'wangjian-1.2.3')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await seal(folder, key)
  return folder
}

async function verified(...argv: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const say = (text: string): void => void lines.push(text)
  return { code: await runVerify([...argv, '--lang', 'en'], { out: say, err: say }, home), said: lines.join('\n') }
}

describe('verify', () => {
  it('finds a release whole, and says what that is worth', async () => {
    const [unsigned, own] = [await release(), await release(ours.privateKey)]
    writeFileSync(join(home, 'trusted.pem'), ours.publicKey)
    expect(await verified(unsigned)).toMatchObject({ code: 0, said: expect.stringContaining('not signed') })
    expect(await verified(own)).toMatchObject({ code: 0, said: expect.stringContaining('1.2.3') })
    expect((await verified(own)).said).toContain('can change the key')
    const trusted = await verified(own, '--key', join(home, 'trusted.pem'))
    expect(trusted).toMatchObject({ code: 0, said: expect.stringContaining('the key that you trust') })
  })

  it.each<[what: string, change: (folder: string) => void, said: string]>([
    ['a changed byte', folder => writeFileSync(join(folder, 'a/b'), 'c'), 'Files differ from what was released: a/b'],
    ['a file that is gone', folder => rmSync(join(folder, 'a/b')), 'Files are missing: a/b'],
    ['a file that runs as its owner', folder => chmodSync(join(folder, 'a/b'), 0o4755), 'setuid or setgid bits: a/b'],
    ['one that runs as its group', folder => chmodSync(join(folder, 'a/b'), 0o2755), 'setuid or setgid bits: a/b'],
    ['a folder that gives its group', folder => chmodSync(join(folder, 'a'), 0o2755), 'setuid or setgid bits: a'],
    ['a file that others write', folder => chmodSync(join(folder, 'a/b'), 0o646), 'others can write them: a/b'],
    ['a folder that its group writes', folder => chmodSync(join(folder, 'a'), 0o775), 'others can write them: a'],
    ['a release that all write', folder => chmodSync(folder, 0o777), 'others can write them: .'],
    ['a link', folder => symlinkSync('b', join(folder, 'a/l')), '(links, devices …): a/l'],
    ['a link to a folder', folder => symlinkSync('/etc', join(folder, 'etc')), '(links, devices …): etc'],
    ['a pipe', folder => execFileSync('mkfifo', [join(folder, 'a/p')]), '(links, devices …): a/p'],
    ['sums that wait for a writer', folder => pipe(join(folder, SUMS)), 'SHA256SUMS is missing or damaged'],
    ['names that a terminal obeys', folder => writeFileSync(join(folder, 'a/\u001b[31m'), ''), 'not released: a/[31m'],
    ['a file more', folder => writeFileSync(join(folder, 'a/c'), ''), 'not released: a/c'],
    ['sums that fit a changed file', folder => resum(folder), 'The signature is wrong'],
    ['a signature of nothing', folder => writeFileSync(join(folder, SIGNATURE), ''), 'The signature is wrong'],
    ['sums that are none', folder => writeFileSync(join(folder, SUMS), 'x'), 'SHA256SUMS is missing or damaged'],
    ['no sums', folder => rmSync(join(folder, SUMS)), 'SHA256SUMS is missing or damaged'],
    ['no key', folder => rmSync(join(folder, PUBLIC_KEY)), 'no public key'],
  ])('refuses %s', async (_what, change, said) => {
    const folder = await release(ours.privateKey)
    change(folder)
    const found = await verified(folder)
    expect(found.said).toContain(said)
    expect(found.code).toBe(1)
  })

  it('refuses what somebody else signed, or nobody, where a key is trusted', async () => {
    writeFileSync(join(home, 'trusted.pem'), ours.publicKey)
    const other = await verified(await release(others.privateKey), '--key', join(home, 'trusted.pem'))
    expect(other).toEqual({ code: 1, said: 'It is signed with another key' })
    const nobody = await verified(await release(), '--key', join(home, 'trusted.pem'))
    expect(nobody).toMatchObject({ code: 1, said: expect.stringContaining('only signed ones are trusted') })
  })

  it('writes sums that sha256sum checks as well', async () => {
    const folder = await release()
    expect(execFileSync('sha256sum', ['-c', SUMS], { cwd: folder, encoding: 'utf8' })).toContain('读我.txt: OK')
  })
})

function pipe(path: string): void {
  rmSync(path)
  execFileSync('mkfifo', [path])
}

/** Somebody who changes a file and its sum, and has no key. */
function resum(folder: string): void {
  const sums = readFileSync(join(folder, SUMS), 'utf8')
  writeFileSync(join(folder, 'a/b'), 'c')
  const sum = execFileSync('sha256sum', ['a/b'], { cwd: folder, encoding: 'utf8' }).slice(0, 64)
  writeFileSync(join(folder, SUMS), sums.replace(/^\w+(?= {2}a\/b$)/m, sum))
}

describe('an archive', () => {
  it('has the same bytes for the same files, whenever and wherever they were written', async () => {
    const [one, another] = [await release(), await release()]
    const archives = [join(home, 'one.tar.gz'), join(home, 'another.tar.gz')] as const
    await pack(one, archives[0], MADE)
    await pack(another, archives[1], MADE)
    expect(readFileSync(archives[0])).toEqual(readFileSync(archives[1]))
    expect(readFileSync(`${archives[0]}.sha256`, 'utf8').slice(0, 64)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is verified without being unpacked by hand, and refused where it is cut short', async () => {
    const archive = join(home, 'cut.tar.gz')
    await pack(await release(ours.privateKey), archive, MADE)
    expect(await verified(archive)).toMatchObject({ code: 0 })
    writeFileSync(archive, readFileSync(archive).subarray(0, 200))
    expect(await verified(archive)).toMatchObject({ code: 2, said: expect.stringContaining('cannot be unpacked') })
  })
})

describe('what a release is made of', () => {
  it('names packages by the folders that their modules lie in', () => {
    const modules = ['/r/node_modules/a/x.js', '/r/node_modules/@s/b/y.js', '\0/r/node_modules/a/node_modules/c/z.js?c']
    expect(foldersOf([...modules, '/r/src/own.ts', '/elsewhere/node_modules/d/x.js'], '/r/')).toEqual([
      'node_modules/@s/b',
      'node_modules/a',
      'node_modules/a/node_modules/c',
    ])
  })

  it('prints each licence in full', () => {
    const text = licencesText([partIn(join(ROOT, 'node_modules/yaml')), partIn(join(ROOT, 'node_modules/fastify'))])
    expect(text).toContain('fastify')
    expect(text).toMatch(/yaml \d+\.\d+\.\d+ \(ISC\)/)
    expect(text).toContain(readFileSync(join(ROOT, 'node_modules/yaml/LICENSE'), 'utf8').trim())
  })

  it('has all packages of the lock file to choose from, also after the console was built in the same process', () => {
    const before = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      const names = npmBom(ROOT).components.map(({ name }) => name)
      for (const name of ['react', 'react-dom', 'yaml', 'vite']) expect(names).toContain(name)
    } finally {
      if (before === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = before
    }
  })

  it('has a bill of materials of what it contains, and of nothing else', () => {
    const component = (name: string): { 'bom-ref': string; name: string; version: string } => ({
      'bom-ref': `${name}@1.0.0`,
      name,
      version: '1.0.0',
    })
    const npm = {
      serialNumber: 'urn:uuid:at-random',
      metadata: { timestamp: 'now', component: component('folder') },
      components: [component('in'), component('out')],
      dependencies: [
        { ref: 'in@1.0.0', dependsOn: ['out@1.0.0'] },
        { ref: 'out@1.0.0', dependsOn: [] },
      ],
    }
    const part = { name: 'in', version: '1.0.0', licence: 'MIT', texts: [] }
    const us = { name: 'wangjian', version: '1.2.3', node: '' }
    const bom = bomOf(npm, [part], us, MADE)
    expect(bom.components.map(({ name }) => name)).toEqual(['in'])
    expect(bom.dependencies).toEqual([{ ref: 'in@1.0.0', dependsOn: [] }])
    expect(bom.metadata).toMatchObject({ timestamp: MADE.toISOString(), component: { name: 'wangjian' } })
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(bomOf(npm, [part], us, MADE)).toEqual(bom)
    expect(() => bomOf(npm, [{ ...part, name: 'unknown' }], us, MADE)).toThrow('unknown@1.0.0')
  })

  it('binds nothing to one processor: what is native is there for x64 and arm64', () => {
    const into = join(home, 'libraries')
    for (const folder of foldersOfLibraries(ROOT)) copyLibrary(ROOT, folder, into)
    const native = filesAt(into, 'node_modules').filter(path => /\.(?:node|so|dll|dylib|exe)$/.test(path))
    const systems = (processor: string): string[] =>
      native.filter(path => path.includes(processor)).map(path => path.replaceAll(processor, ''))
    expect(systems('x64')).toEqual(systems('arm64'))
    expect(systems('x64').length).toBeGreaterThan(2)
    expect(native.filter(path => !/x64|arm64/.test(path))).toEqual([])
    // and nothing that a library needs stayed behind
    cpSync(join(ROOT, 'tests/cli/install/probe.mjs'), join(into, 'probe.mjs'))
    appendFileSync(join(into, 'locked'), '')
    expect(execFileSync(process.execPath, ['probe.mjs'], { cwd: into, encoding: 'utf8' }).trim()).toBe('all there')
  })
})

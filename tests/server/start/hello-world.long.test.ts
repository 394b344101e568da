import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkFolder } from '../../../src/cli/check-folder.ts'
import { ROOT, temporary } from '../../folders.ts'
import { Person } from '../durability/writes.ts'
import { environment, ServerProcess } from '../support/process.ts'

/** The files that a README prints in one block, each below its path. */
function printed(readme: string): Map<string, string> {
  const text = readFileSync(join(ROOT, readme), 'utf8')
  const block = /```yaml\n(# schemas\/app\.yaml\n[\s\S]*?)```/.exec(text)?.[1] ?? ''
  const parts = block.split(/^# (schemas\/\S+)\n/m).slice(1)
  return new Map(parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? ''] as const] : [])))
}

function folderOf(files: ReadonlyMap<string, string>): string {
  const folder = temporary()
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const running: ServerProcess[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(server => server.stop()))
})

const READMES = ['README.md', 'README.zh-CN.md']
describe.each(READMES)('the product that %s prints', readme => {
  const files = printed(readme)

  it('has at most six files and thirty lines, and nothing is wrong with it', () => {
    expect(files.size).toBeGreaterThanOrEqual(5)
    expect(files.size).toBeLessThanOrEqual(6)
    const lines = [...files.values()].join('').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(30)
    expect(checkFolder(folderOf(files)).diagnostics).toEqual([])
  })
})

/** What a file says beside the texts that people read. */
const beside = (text: string): string => text.replaceAll(/\b(title|label): [^,}\n]+/g, '$1')

it('is the same in both languages but for its texts, so that what is true of one is true of the other', () => {
  const [english, chinese] = READMES.map(readme => [...printed(readme)].map(([path, text]) => [path, beside(text)]))
  expect(chinese).toEqual(english)
})

it('the product that README.md prints starts, and its first administrator writes and reads what it is for', async () => {
  const files = printed('README.md')
  const server = new ServerProcess(await environment({ CONFIG_DIR: folderOf(files), DEMO: '1' }), true)
  running.push(server)
  await server.running()
  expect(server.output).toContain(/title: (.*)/.exec(files.get('schemas/app.yaml') ?? '')?.[1])
  const admin = await new Person(server.url).first(server)
  expect((await admin.ask('/api/note/save', { words: 'hello' })).status).toBe(200)
  expect((await admin.ask('/api/note/list', {})).text).toContain('"words":"hello"')
})

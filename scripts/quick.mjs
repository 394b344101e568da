/**
 * Runs a program of src/ as one file: `node scripts/quick.mjs src/cli/validate.ts <arguments>`. To read its three
 * hundred files and the libraries' two hundred through the loader of TypeScript was a quarter of what `validate` costs.
 * The one file is kept in .cache and put together anew when what it was made of is another. Plain JavaScript, because
 * it runs before anything reads TypeScript.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, '.cache', 'quick')
/** Beside a program's own sources: its libraries, and what puts it together. */
const ALWAYS = ['package-lock.json', 'scripts/quick.mjs', 'scripts/bundle.ts']

/** A hash of the contents: a time would be the same for a file that was copied back. */
function printOf(sources) {
  const hash = createHash('sha256')
  for (const path of [...ALWAYS, ...sources]) {
    const text = readFileSync(join(ROOT, path))
    hash.update(`${path} ${text.length} `).update(text)
  }
  return hash.digest('hex')
}

/** The first line of the file says what it was made of. */
function isFresh(file) {
  try {
    const text = readFileSync(file, 'utf8')
    const { print, sources } = JSON.parse(text.slice('//'.length, text.indexOf('\n')))
    return print === printOf(sources)
  } catch {
    // it is not there, or one of its sources is gone
    return false
  }
}

/** Made whole before it is there, because others may run it meanwhile. */
async function make(entry, file) {
  const { bundle } = await import('./bundle.ts')
  const read = new Set()
  mkdirSync(CACHE, { recursive: true })
  const into = mkdtempSync(join(CACHE, 'part-'))
  try {
    await bundle({
      programs: { program: entry },
      into,
      standsAt: path => JSON.stringify(pathToFileURL(join(ROOT, path)).href),
      without: [],
      onRead: id => read.add(id),
    })
    const sources = [...read].filter(id => id.startsWith(ROOT) && !id.includes('/node_modules/'))
    const own = sources.map(path => relative(ROOT, path)).sort()
    const part = join(into, 'program.mjs')
    writeFileSync(part, `//${JSON.stringify({ print: printOf(own), sources: own })}\n${readFileSync(part, 'utf8')}`)
    renameSync(part, file)
  } finally {
    rmSync(into, { recursive: true })
  }
}

async function programOf(entry) {
  const file = join(CACHE, `${basename(entry, '.ts')}.mjs`)
  if (isFresh(file)) return file
  const { register } = await import('tsx/esm/api')
  register()
  try {
    await make(entry, file)
    return file
  } catch {
    // where nothing may be written, or a source is no program, the sources themselves do, or say why not
    return entry
  }
}

const entry = resolve(process.argv[2])
// the program's arguments stand where they would without this one
process.argv.splice(1, 2, entry)
await import(pathToFileURL(await programOf(entry)).href)

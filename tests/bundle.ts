/**
 * Puts the server's sources together in one file, for the processes that tests start: of 6.0 s that a start takes of the
 * processor, the loader of TypeScript and eight hundred files took 1.9. What `npm start` runs, the sources
 * themselves, is started by the test of the hello world and wherever a test is run by itself.
 */
import { mkdtempSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.ts'
import { LIBRARIES } from '../scripts/release/libraries.ts'
import { ROOT } from './folders.ts'

/** The file lies where the libraries are found; `into` names it. */
export async function bundleServer(into: string): Promise<void> {
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'server-'))
  await bundle({
    programs: { start: 'scripts/start.ts' },
    into: folder,
    // read one by one, the libraries take as long again as all sources
    without: [...LIBRARIES, 'vite', 'tsx'],
    // folders of the repository, programs of other processes
    standsAt: path => JSON.stringify(pathToFileURL(join(ROOT, path)).href),
  })
  symlinkSync(join(folder, 'start.mjs'), into)
}

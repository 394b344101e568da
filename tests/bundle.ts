/**
 * Puts the server's sources together in one file, for the processes that tests start: a hundred times a run, the loader
 * of TypeScript and eight hundred files took half of the processor's time of a start. What `npm start` runs, the sources
 * themselves, is started by the test of the hello world and wherever a test is run by itself.
 */
import { mkdtempSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { ROOT } from './folders.ts'

/** Each file goes on to find what stands beside it: folders of the repository, programs of other processes. */
const whereItStands: Plugin = {
  name: 'where-it-stands',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.ts') && id.startsWith(ROOT)
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : undefined,
}

/** The file lies where the libraries are found; `into` names it. */
export async function bundleServer(into: string): Promise<void> {
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'server-'))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [whereItStands],
    build: {
      ssr: 'scripts/start.ts',
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'start.mjs', codeSplitting: false } },
    },
  })
  symlinkSync(join(outDir, 'start.mjs'), into)
}

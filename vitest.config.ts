import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { isWhole } from './tests/whole.ts'
import { compiledLess } from './src/server/start/settings/compiled-less.ts'

/** What takes minutes by its nature: `npm run test:all` runs it, and whoever asks for it by its folder or name. */
const LONG = '**/*.long.test.ts'
const isAsked = process.argv.some(arg => /\/.+/.test(arg) && arg.startsWith('tests/'))
const exclude = isWhole || isAsked ? [] : [LONG]

/** One after another: a process is kept only while the next file is of the same project. */
const PROJECTS = ['server', 'console', 'core', 'e2e']
const placeOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)

/** Bytes of a file and of what beside it is imported by it: how long it takes, where nobody has measured it yet. */
const weightOf = ({ moduleId }: TestSpecification): number => {
  const text = readFileSync(moduleId, 'utf8')
  const beside = [...text.matchAll(/from '(\.{1,2}\/[^']*)'/g)].map(([, path = '']) => join(dirname(moduleId), path))
  const sizes = beside
    .filter(path => path.includes('/tests/'))
    .map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, text.length)
}

/** `ORDER=7 npm test`: the files in an order drawn by this number, as proof that none needs another before it. */
const ORDER = process.env['ORDER']
const drawnPlace = ({ moduleId }: TestSpecification): number =>
  createHash('sha1').update(`${ORDER} ${moduleId}`).digest().readUInt32BE()

/** What took longest the last time begins first (the cache knows), so that at the end nobody waits for one file. */
class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#sorted(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }

  async #sorted(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (ORDER !== undefined) return files.toSorted((a, b) => drawnPlace(a) - drawnPlace(b))
    const { cache, config } = this.ctx
    const isMeasured = files.some(({ project, moduleId }) =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`),
    )
    const weights = new Map(files.map(file => [file, weightOf(file)]))
    return isMeasured ? super.sort(files) : files.toSorted((a, b) => weights.get(b)! - weights.get(a)!)
  }
}

const node = { environment: 'node' as const }
// on two cores: a third waits for a database while two compute, and a browser for its page (`npm test` runs both at once)
const [inside, browsers] = [
  { maxWorkers: 3, sequence: { groupOrder: 0 } },
  { maxWorkers: 1, sequence: { groupOrder: 1 } },
]
/** Their modules, where Node's own choice is one that its modules cannot be loaded by in a context of their own. */
const at = (path: string): string => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))
const ROUTER = [
  { find: /^react-router-dom$/, replacement: at('react-router-dom/dist/index.mjs') },
  { find: /^react-router\/dom$/, replacement: at('react-router/dist/development/dom-export.mjs') },
  { find: /^react-router$/, replacement: at('react-router/dist/development/index.mjs') },
]
export default defineConfig({
  plugins: [react()],
  test: {
    sequence: { sequencer: ProjectsInTurn },
    // limits, not measures: what never comes is told, however busy the machine is
    expect: { poll: { timeout: 100_000 } },
    projects: [
      // pure functions, which leave nothing behind for the next file
      {
        extends: true,
        test: {
          ...node,
          ...inside,
          isolate: false,
          name: 'core',
          setupFiles: ['tests/costs.ts'],
          include: ['tests/{core,cli,cases,faults,conventions,regions,schemas}/**/*.test.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...inside,
          // the server is imported, and the configuration compiled, once a process and not once a file
          isolate: false,
          name: 'server',
          setupFiles: ['tests/costs.ts', 'tests/leaks.ts'],
          include: ['tests/{server,supervision/server}/**/*.test.ts'],
          exclude,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
      {
        extends: true,
        resolve: { alias: ROUTER },
        test: {
          ...inside,
          environment: 'happy-dom',
          name: 'console',
          // each file has modules and a document of its own, in a process that has read the libraries before
          pool: 'vmForks',
          server: { deps: { inline: [/react-router/] } },
          // what is made faster only where it is hot for long takes less of the processor
          execArgv: [compiledLess(9)],
          include: ['tests/{console,supervision/console}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/costs.ts', 'tests/console/support/anew.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...browsers,
          name: 'e2e',
          setupFiles: ['tests/costs.ts', 'tests/leaks.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          exclude,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { drawn, isWhole } from './tests/draw.ts'
import { compiledLess } from './src/server/start/settings/compiled-less.ts'

/** What takes longest begins first, in the order of how long it takes: at the end nobody waits for one file. */
const LONG = [
  'days',
  'openapi',
  'outage',
  'start',
  'instances',
  'attack',
  'accounts',
  'new-customer',
  'full-disk',
  'workflow',
  'kill',
  'upgrades',
  'backup',
  'session',
  'capture',
  'http',
  'jobs',
  'statistics',
  'deploy',
  'schema',
  'partitions',
  'renames',
  'access',
  'live-configuration',
  'tasks',
  'handling',
  'pages',
  'console',
  'release',
  'overlay',
  'controls',
  'lists',
  'paper',
  'library',
  'evidence',
  'errors',
  'hello-world',
  'records',
  'clues',
  'managers',
  'data-center',
  'indexes',
  'edits',
  'faults',
  'overlays-guide',
  'cases',
  'properties',
  'quick',
]
/**
 * What is started, killed, filled up or put back as an operator does it, for minutes of work of the processor: all of
 * them here, a quarter of them in a run of CI, the next time perhaps others.
 */
const OPERATED = [
  'server/attack/attack',
  'server/db/pglite/outcome',
  'server/db/migrate/partitions',
  'server/db/migrate/renames',
  'server/db/postgres/deploy',
  'server/durability/backup',
  'server/durability/failover',
  'server/durability/few-files',
  'server/durability/full-disk',
  'server/durability/instances',
  'server/durability/kill',
  'server/durability/outage',
  'server/durability/second-signal',
  'server/openapi/openapi',
  'server/start/heavy/heavy-processes',
  'server/start/hello-world',
  'server/start/managers',
  'server/start/new-customer',
  'server/start/start',
  'server/upgrades/upgrades',
]
/** Whole days of work in a browser. */
const BROWSED = ['e2e/console', 'e2e/handling', 'e2e/overlay', 'e2e/pages', 'e2e/paper', 'e2e/release']
/** What goes through the whole of the repository's configuration many times over. */
const WHOLE = ['core/format/properties', 'faults/edits', 'faults/faults', 'schemas/overlays-guide']
/** What this run of CI leaves out; what somebody asks for by its name, or its folder's, is run. */
function left(files: string[], of: string, part = 0.25): string[] {
  const taken = drawn(files, Math.ceil(files.length * part), of)
  const isAsked = (path: string): boolean => process.argv.some(arg => arg.includes('/') && path.includes(arg))
  return files
    .filter(file => !isWhole && !taken.includes(file))
    .map(file => `tests/${file}.test.ts`)
    .filter(path => !isAsked(path))
}

/** One after another: a process is kept only while the next file is of the same project. */
const PROJECTS = ['server', 'console', 'core', 'e2e']
const rank = ({ moduleId }: TestSpecification): number =>
  (LONG.findIndex(name => moduleId.includes(`/${name}.test.`)) + LONG.length + 1) % (LONG.length + 1)
const place = (file: TestSpecification): number => PROJECTS.indexOf(file.project.name) * (LONG.length + 1) + rank(file)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

const node = { environment: 'node' as const }
// on two cores: a third waits for a database, or for a page to settle, while two compute
const [inside, browsers] = [
  { maxWorkers: 3, sequence: { groupOrder: 0 } },
  { maxWorkers: 3, sequence: { groupOrder: 1 } },
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
    sequence: { sequencer: LongestFirst },
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
          include: ['tests/{core,cli,cases,faults,conventions,regions,schemas}/**/*.test.ts'],
          exclude: left(WHOLE, 'whole'),
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
          include: ['tests/{server,supervision/server}/**/*.test.ts'],
          exclude: left(OPERATED, 'operated'),
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
          setupFiles: ['tests/console/support/anew.ts'],
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
          // a landing is not refused for what one browser run in some does; server and console have one attempt
          retry: process.env['CI'] === undefined ? 0 : 1,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: left(BROWSED, 'browsed', 0.5),
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 100_000 } },
        },
      },
    ],
  },
})

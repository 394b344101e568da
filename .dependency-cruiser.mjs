/**
 * Boundaries of docs/architecture.md, whose tables of folders say the same (tests/conventions/boundaries.test.ts holds
 * them equal, and proves that each rule refuses a file in the wrong place). Each rule says why and what to do instead.
 */

/** Folders of the core. `parts`: lowest first. `imports`: which others each folder may import, with their parts. */
export const CORE_LAYERS = [
  { folder: 'diagnostic', parts: [], imports: [] },
  { folder: 'model', parts: ['field', 'page'], imports: [] },
  { folder: 'source', parts: [], imports: ['diagnostic'] },
  { folder: 'format', parts: [], imports: ['diagnostic', 'source'] },
  { folder: 'overlay', parts: [], imports: ['diagnostic', 'model', 'source'] },
  { folder: 'indexes', parts: [], imports: ['diagnostic', 'model', 'source', 'overlay'] },
  { folder: 'migrate', parts: ['step', 'version-2'], imports: ['diagnostic', 'model', 'source', 'format', 'overlay'] },
  { folder: 'period', parts: [], imports: [] },
  { folder: 'contract', parts: [], imports: ['model', 'period'] },
  { folder: 'expression', parts: [], imports: ['diagnostic', 'model', 'contract'] },
  { folder: 'statistics', parts: [], imports: ['model', 'period', 'contract', 'expression'] },
  { folder: 'workflow', parts: [], imports: ['model', 'expression'] },
  {
    folder: 'compile',
    parts: [],
    imports: ['diagnostic', 'model', 'source', 'overlay', 'indexes', 'period', 'contract', 'workflow'],
  },
  {
    folder: 'validate',
    parts: ['facts', 'workflows', 'rules'],
    imports: [
      'diagnostic',
      'model',
      'source',
      'overlay',
      'indexes',
      'migrate',
      'period',
      'contract',
      'expression',
      'statistics',
      'workflow',
      'compile',
    ],
  },
]

/** Folders of the server, lowest first: each may import those before it. */
export const SERVER_LAYERS = [
  'time',
  'disk',
  'answer',
  'db',
  'db/tables',
  'db/rollups',
  'db/migrate',
  'db/postgres',
  'db/replicas',
  'db/pglite',
  'access',
  'session/throttle',
  'session/secrets',
  'session',
  'files',
  'heavy',
  'sheets',
  'queue',
  'call',
  'attachments',
  'machines',
  'records/read',
  'records/rules',
  'records/write',
  'statistics',
  'report',
  'workflow',
  'imports',
  'jobs',
  'sweep',
  'hourly',
  'calls/accounts',
  'calls/console',
  'calls/workflow',
  'calls',
  'dispatch',
  'openapi',
  'http/guard',
  'http/request',
  'http',
  'upstream',
  'config',
  'backup',
  'product',
  'start/log',
  'start/settings',
  'start/configuration',
  'start/database',
  'start/folders',
  'sheets/reading',
  'sheets/writing',
  'report/writing',
  'start/heavy',
  'start',
]

/**
 * Folders of the console, lowest first: each may import those before it. A row is what belongs together: transport,
 * navigation, field kinds, pages, forms, the frame around the pages.
 */
export const CONSOLE_LAYERS = [
  ...['app', 'i18n', 'theme'],
  ...[
    'product',
    'data/settings',
    'feedback',
    'data/session',
    'data/calls',
    'data/http',
    'data/standin',
    'data/config',
    'data',
    'boundaries',
  ],
  ...['navigation', 'menu', 'signin'],
  ...['fields/values', 'fields/cells', 'fields/pickers', 'fields/filters', 'fields/controls', 'fields'],
  ...['charts/model', 'charts/layout', 'charts/marks', 'charts/kinds', 'charts'],
  ...['calendar/days', 'calendar', 'map'],
  ...['pages/parts', 'pages/list/query', 'pages/list/grid', 'pages/list/columns', 'pages/list/jobs', 'pages/actions'],
  ...['pages/list/panels', 'pages/list'],
  ...['pages/detail/sections', 'pages/detail/tabs', 'pages/detail/course', 'pages/detail/print'],
  ...[
    'pages/worklist',
    'pages/dashboard',
    'pages/detail',
    'pages/document',
    'pages/account',
    'pages/manual',
    'pages/system',
  ],
  ...['forms/fields', 'forms/editing', 'forms', 'pages'],
  ...['shell/header', 'shell/tabs', 'shell/menu', 'shell/overlays', 'shell'],
]

const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Files of these folders themselves, not of folders below them. */
const filesOf = folders => `^(${folders.join('|')})/[^/]+$`

/** A folder of `group` ("core", "server", "console") imports of its own group only itself and `below`. */
const layer = (group, folder, below) =>
  only(
    `layer ${group}/${folder}`,
    `src/${group}/${folder} may import ${below.length > 0 ? below.join(', ') : 'no other folder'} of src/${group}. `
      + 'Hand in what it needs as an argument, or move the file to the folder that knows both.',
    { path: filesOf([`src/${group}/${folder}`]) },
    { path: `^src/${group}/`, pathNot: filesOf([folder, ...below].map(one => `src/${group}/${one}`)) },
  )

const withParts = ({ folder, parts }) => [...parts.map(part => `${folder}/${part}`), folder]
const partsOf = folders => CORE_LAYERS.filter(({ folder }) => folders.includes(folder)).flatMap(withParts)
/** Each part may import what its folder may, and the parts before it. */
const coreLayers = CORE_LAYERS.flatMap(one =>
  withParts(one).map((path, at, all) => layer('core', path, [...partsOf(one.imports), ...all.slice(0, at)])),
)
const layersOf = (group, folders) => folders.map((folder, at) => layer(group, folder, folders.slice(0, at)))
const serverLayers = layersOf('server', SERVER_LAYERS)
const consoleLayers = layersOf('console', CONSOLE_LAYERS)
const PLACES = [
  'src/core',
  ...CORE_LAYERS.flatMap(withParts).map(folder => `src/core/${folder}`),
  ...SERVER_LAYERS.map(folder => `src/server/${folder}`),
  'src/console',
  ...CONSOLE_LAYERS.map(folder => `src/console/${folder}`),
]

const SERVER_CODE = '^src/(supervision/)?server'
const CONSOLE_CODE = '^src/(supervision/)?console'
/** Libraries that read or write whole documents; files/zip.ts passes stored files on piece by piece. */
const HEAVY_LIBRARIES = [
  'hucre',
  'docx',
  'fflate',
  'sax',
  'exceljs',
  'xlsx',
  'jszip',
  'unzipper',
  'sharp',
  'pdf-lib',
  'pdfjs-dist',
]
const FILES = '^(node:)?(fs|fs/promises|path|child_process)$'

export default {
  forbidden: [
    ...coreLayers,
    ...serverLayers,
    ...consoleLayers,
    only(
      'every-folder-has-its-layer',
      'A new folder of core, server or console stands in the lists of .dependency-cruiser.mjs and in docs/architecture.md.',
      {},
      { path: '^src/(core|server|console)/', pathNot: filesOf(PLACES) },
    ),
    only(
      'engine-knows-no-product',
      'Another product runs on the same engine: what src/supervision adds is registered by its Product object.',
      { path: '^src/(core|server|console|cli)' },
      { path: '^src/supervision' },
    ),
    only(
      'one-writer',
      'A change of a record is data: applyChange completes and writes it, with uses of files, hooks and the audit trail.',
      { path: '^src/supervision/server', pathNot: '^src/supervision/server/(demo|collect/rows\\.ts)' },
      { path: '^src/server/(records/write/write|db/bulk)\\.ts' },
    ),
    only(
      'products-are-handed-in',
      'Which products there are is known where a program begins: scripts and src/cli pass src/products.ts on.',
      { path: '^src/(core|server|console|supervision)' },
      { path: '^src/products' },
    ),
    only(
      'core-is-pure',
      'core runs in CLI, server, browser and tests: it imports nothing outward. Pass what it needs as an argument.',
      { path: '^src/core' },
      { path: '^src/(console|server|supervision|cli)|^scripts|^tests|^lab' },
    ),
    only(
      'core-reads-nothing',
      'core reads no files, no network, no clock: the shells read and hand over text. A hash is computed, not read.',
      { path: '^src/core' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    only(
      'core-knows-no-library-of-the-shells',
      'React, antd, Fastify, SQL do not belong into the core.',
      { path: '^src/core' },
      { path: 'node_modules/(react|react-dom|antd|@formily|swr|fastify|kysely|pg|@electric-sql)(/|$)' },
    ),
    only(
      'console-and-server-apart',
      'A browser runs no server: what both know lies in src/core.',
      { path: CONSOLE_CODE },
      { path: '^src/((supervision/)?server|cli)' },
    ),
    only(
      'server-and-console-apart',
      'A server draws nothing: what both know lies in src/core.',
      { path: '^src/((supervision/)?server|cli)' },
      { path: CONSOLE_CODE },
    ),
    only(
      'console-draws-what-is-compiled',
      'Reading, merging and checking YAML is not sent to browsers: the server compiles, the console draws.',
      { path: CONSOLE_CODE },
      { path: '^src/core/', pathNot: '^src/core/(model|period|contract|expression|workflow)/' },
    ),
    only(
      'console-touches-no-machine',
      'The console runs in a browser: no files, no processes, no sockets there.',
      { path: CONSOLE_CODE },
      { dependencyTypes: ['core'] },
    ),
    only(
      'react-in-console-only',
      'The renderer is the only place that knows React.',
      { path: '^src/(core|(supervision/)?server|cli)' },
      { path: 'node_modules/(react|react-dom|antd|@ant-design)(/|$)' },
    ),
    only(
      'formily-in-forms-only',
      'Formily is wrapped in one folder, so that it can be replaced, and stays out of the list page.',
      { path: '^src', pathNot: '^src/console/forms' },
      { path: 'node_modules/@formily' },
    ),
    only(
      'charts-in-one-folder',
      'The primitives that pictures stand on are known in one folder, and are fetched when a picture is drawn.',
      { path: '^src', pathNot: '^src/console/charts' },
      { path: 'node_modules/d3-' },
    ),
    only(
      'sql-in-server-only',
      'SQL lives in the server: the console and the core ask for records by calls.',
      { path: '^src', pathNot: SERVER_CODE },
      { path: 'node_modules/(kysely|pg|@electric-sql)(/|$)' },
    ),
    only(
      'files-at-the-edge',
      'Files are read at start-up, in the CLI and in scripts; request code gets what it needs handed in.',
      { path: SERVER_CODE, pathNot: '^src/(supervision/)?server/(start|config|db|disk|http/static|demo)' },
      { path: FILES },
    ),
    only(
      'foreign-bytes-in-a-process-of-their-own',
      'What reads files that somebody has sent, or writes large ones, may break or take long: it runs as heavy work '
        + '(src/server/heavy), in a process with limits. Add a work to src/server/start/heavy/works.ts.',
      {
        path: '^src/((supervision/)?server|cli)',
        pathNot: '^src/server/((sheets|report)/(reading|writing)/|files/zip)',
      },
      { path: `node_modules/(${HEAVY_LIBRARIES.join('|')})(/|$)`, dependencyTypesNot: ['type-only'] },
    ),
    only(
      'heavy-work-is-ordered',
      'Heavy work is ordered of Services.heavy, and done by the process for it: imported, it would hold up the server.',
      { path: '^(src|scripts|lab)', pathNot: '^src/server/((sheets|report)/(reading|writing)|start)/' },
      { path: '^src/server/(sheets|report)/(reading|writing)/' },
    ),
    only(
      'heavy-works-stay-in-their-process',
      'The server starts processes for heavy work and talks to them: what they do it does not import.',
      { path: '^(src|scripts|lab)', pathNot: '^src/server/start/heavy/(works|heavy-process)\\.ts$' },
      { path: '^src/server/start/heavy/(works|heavy-process)\\.ts$' },
    ),
    only(
      'nothing-imports-tests',
      'Product code knows no test: what both need belongs to the product.',
      { path: '^(src|scripts)' },
      { path: '^tests' },
    ),
    only(
      'nothing-imports-the-laboratory',
      'The laboratory measures and torments the product: nothing that starts, builds, tests or releases needs it.',
      { path: '^(src|scripts)' },
      { path: '^lab' },
    ),
    only(
      'no-circles',
      'A circle means that two files are one thing or that a third one is missing.',
      {},
      { circular: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}

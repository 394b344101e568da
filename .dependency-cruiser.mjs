/** Boundaries of docs/architecture.md. Each rule says why it is there and what to do instead. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const SERVER = '^src/(supervision/)?server'
const FS = '^(node:)?(fs|fs/promises|path|child_process|worker_threads|os|net|http|https)$'

/**
 * The folders of the console, lowest first: each imports what stands before it and nothing that stands after it. A row
 * is what belongs together: transport, navigation, field kinds, pages, forms, the frame around the pages.
 */
export const CONSOLE_LAYERS = [
  ...['i18n', 'theme'],
  ...[
    'product',
    'data/settings',
    'feedback',
    'data/session',
    'data/calls',
    'data/http',
    'data/config',
    'data',
    'boundaries',
  ],
  ...['navigation', 'menu', 'signin'],
  ...['fields/values', 'fields/cells', 'fields/pickers', 'fields/filters', 'fields/controls', 'fields', 'charts'],
  ...['pages/parts', 'pages/list/query', 'pages/list/grid', 'pages/list/columns', 'pages/list/jobs', 'pages/actions'],
  ...['pages/list/panels', 'pages/list', 'pages/detail/sections', 'pages/detail/tabs', 'pages/detail/print'],
  ...['pages/detail', 'pages/document', 'pages/account', 'pages/system'],
  ...['forms/fields', 'forms/editing', 'forms', 'pages'],
  ...['shell/header', 'shell/tabs', 'shell/menu', 'shell/overlays', 'shell'],
]
const consoleFiles = folders => `^src/console/(${folders.join('|')})/[^/]+$`
const consoleLayers = [
  ...CONSOLE_LAYERS.slice(0, -1).map((folder, at) =>
    only(
      `console-${folder.replaceAll('/', '-')}-imports-downwards`,
      'Folders of the console stand in layers (CONSOLE_LAYERS). Move what both need into the lower one.',
      { path: consoleFiles([folder]) },
      { path: `${consoleFiles(CONSOLE_LAYERS.slice(at + 1))}|^src/console/start\\.ts$` },
    ),
  ),
  only(
    'console-folder-has-a-layer',
    'A new folder of the console takes its place in CONSOLE_LAYERS.',
    { path: '^src/console/', pathNot: `${consoleFiles(CONSOLE_LAYERS)}|^src/console/start\\.ts$` },
    {},
  ),
]

export default {
  forbidden: [
    ...consoleLayers,
    only(
      'console-knows-no-product',
      'The console serves every product: what one adds registers itself (src/console/product), composed in src/main.ts.',
      { path: '^src/(console|core)' },
      { path: '^src/(supervision|main\\.ts)' },
    ),
    only(
      'product-console-apart-from-server',
      "A product's part of the console knows the console and the core, nothing of a server.",
      { path: '^src/supervision/console' },
      { path: '^src/((supervision/)?server|cli)' },
    ),
    only(
      'core-is-pure',
      'core runs in CLI, server, browser and tests: it imports nothing outward. Pass what it needs as an argument.',
      { path: '^src/core' },
      { path: '^src/(console|server|supervision|cli)|^scripts|^tests' },
    ),
    only(
      'core-reads-nothing',
      'core reads no files, no network, no clock: the shells read and hand over text.',
      { path: '^src/core' },
      { dependencyTypes: ['core'] },
    ),
    only(
      'core-knows-no-library-of-the-shells',
      'React, antd, Fastify, SQL do not belong into the core.',
      { path: '^src/core' },
      { path: 'node_modules/(react|react-dom|antd|@formily|swr|fastify|kysely|pg|@electric-sql)(/|$)' },
    ),
    only(
      'console-and-server-apart',
      'Console and server share src/core/contract, nothing else.',
      { path: '^src/console' },
      { path: '^src/((supervision/)?server|cli)' },
    ),
    only(
      'server-and-console-apart',
      'Console and server share src/core/contract, nothing else.',
      { path: '^src/((supervision/)?server|cli)' },
      { path: '^src/console' },
    ),
    only(
      'console-touches-no-machine',
      'The console runs in a browser.',
      { path: '^src/console' },
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
      'charts-in-one-file',
      'The library that draws charts is large: one file knows it, and is fetched when a chart is drawn.',
      { path: '^src', pathNot: '^src/console/charts/line' },
      { path: 'node_modules/@antv' },
    ),
    only(
      'sql-in-server-only',
      'SQL lives in the server.',
      { path: '^src', pathNot: SERVER },
      { path: 'node_modules/(kysely|pg|@electric-sql)(/|$)' },
    ),
    only(
      'files-at-the-edge',
      'Files are read at start-up, in the CLI and in scripts; request code gets what it needs handed in.',
      { path: SERVER, pathNot: '^src/(supervision/)?server/(start|config|db|http/static|demo)' },
      { path: FS.replace('^', '^').replace('child_process|worker_threads|os|net|http|https', 'child_process') },
    ),
    only(
      'nothing-imports-tests',
      'Product code knows no test; chaos is one, too long for CI.',
      { path: '^(src|scripts)', pathNot: '^scripts/chaos' },
      { path: '^tests' },
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

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config, { CONSOLE_LAYERS, CORE_LAYERS, SERVER_LAYERS } from '../../.dependency-cruiser.mjs'
import { pairsOf } from '../../lab/measure/figures.ts'
import { codeBelow, readSource } from '../../lab/measure/source.ts'

const LIMIT_MS = 60_000

/** Folders of src/core, src/server and src/console, lowest first, each with those of its group that it may import. */
const partsOf = (name: string): string[] => {
  const found = CORE_LAYERS.find(({ folder }) => folder === name)
  return found ? [...found.parts.map(part => `core/${name}/${part}`), `core/${name}`] : []
}
const coreArrows = CORE_LAYERS.flatMap(({ folder, imports }) =>
  partsOf(folder).map((path, at, parts): [string, string[]] => [
    path,
    [...imports.flatMap(partsOf), ...parts.slice(0, at)],
  ]),
)
const arrowsOf = (group: string, folders: readonly string[]): [string, string[]][] =>
  folders.map((folder, at) => [`${group}/${folder}`, folders.slice(0, at).map(below => `${group}/${below}`)])
const arrows = [...coreArrows, ...arrowsOf('server', SERVER_LAYERS), ...arrowsOf('console', CONSOLE_LAYERS)]
const groupOf = (folder: string): string => folder.slice(0, folder.indexOf('/'))
const refusedBy = (folder: string, allowed: readonly string[]): string[] =>
  arrows
    .map(([other]) => other)
    .filter(other => groupOf(other) === groupOf(folder) && other !== folder && !allowed.includes(other))

/** Every other rule: a file, and what it imports in spite of it. */
const WRONG: Record<string, [file: string, imports: string][]> = {
  'every-folder-has-its-layer': [
    ['src/server/calls/index.ts', 'src/server/nowhere/file.ts'],
    ['src/core/nowhere/index.ts', 'src/core/nowhere/file.ts'],
  ],
  'engine-knows-no-product': [
    ['src/core/model/field/clue.ts', 'src/supervision/server/file.ts'],
    ['src/server/records/read/clue.ts', 'src/supervision/server/file.ts'],
    ['src/console/pages/clue.ts', 'src/supervision/console/file.ts'],
    ['src/cli/clue.ts', 'src/supervision/server/file.ts'],
  ],
  'one-writer': [
    ['src/supervision/server/tasks/own.ts', 'src/server/records/write/write.ts'],
    ['src/supervision/server/tasks/many.ts', 'src/server/db/bulk.ts'],
  ],
  'products-are-handed-in': [['src/server/http/products.ts', 'src/products.ts']],
  'core-is-pure': [
    ['src/core/compile/shell.ts', 'src/console/file.ts'],
    ['src/core/compile/answer.ts', 'src/server/answer/file.ts'],
    ['src/core/compile/script.ts', 'scripts/file.ts'],
  ],
  'core-reads-nothing': [['src/core/source/read.ts', 'node:fs']],
  'core-knows-no-library-of-the-shells': [
    ['src/core/contract/drawn.ts', 'react'],
    ['src/core/contract/stored.ts', 'kysely'],
  ],
  'console-and-server-apart': [
    ['src/console/data/answer.ts', 'src/server/answer/file.ts'],
    ['src/supervision/console/answer.ts', 'src/supervision/server/file.ts'],
  ],
  'server-and-console-apart': [
    ['src/server/http/drawn.ts', 'src/console/file.ts'],
    ['src/supervision/server/drawn.ts', 'src/supervision/console/file.ts'],
  ],
  'console-draws-what-is-compiled': [
    ['src/console/pages/merge.ts', 'src/core/overlay/file.ts'],
    ['src/console/pages/check.ts', 'src/core/validate/rules/file.ts'],
    ['src/console/pages/all.ts', 'src/core/index.ts'],
  ],
  'console-touches-no-machine': [['src/console/data/read.ts', 'node:fs']],
  'react-in-console-only': [
    ['src/server/http/page.ts', 'react'],
    ['src/supervision/server/page.ts', 'antd'],
  ],
  'formily-in-forms-only': [['src/console/pages/formily.ts', '@formily/core']],
  'charts-in-one-folder': [['src/console/pages/other.ts', 'd3-scale']],
  'sql-in-server-only': [['src/cli/query.ts', 'kysely']],
  'files-at-the-edge': [
    ['src/server/records/read/from-disk.ts', 'node:fs/promises'],
    ['src/supervision/server/tasks/from-disk.ts', 'node:fs'],
  ],
  'foreign-bytes-in-a-process-of-their-own': [
    ['src/server/imports/read.ts', 'hucre'],
    ['src/supervision/server/tasks/unpacked.ts', 'fflate'],
    ['src/cli/read.ts', 'hucre'],
  ],
  'heavy-work-is-ordered': [
    ['src/server/imports/direct.ts', 'src/server/sheets/reading/file.ts'],
    ['src/supervision/server/reports/direct.ts', 'src/server/report/writing/file.ts'],
  ],
  'heavy-works-stay-in-their-process': [
    ['src/server/start/direct.ts', 'src/server/start/heavy/works.ts'],
    ['scripts/direct.ts', 'src/server/start/heavy/heavy-process.ts'],
  ],
  'nothing-imports-tests': [['src/server/jobs/tested.ts', 'tests/file.ts']],
  'nothing-imports-the-laboratory': [
    ['src/server/jobs/measured.ts', 'lab/file.ts'],
    ['scripts/measured.ts', 'lab/file.ts'],
  ],
  'no-circles': [['src/server/answer/one.ts', 'src/server/answer/two.ts']],
}
const PACKAGES = ['react', 'antd', 'kysely', '@formily/core', 'd3-scale', 'hucre', 'fflate']
/** What the rules must let through, lest one refuses everything. */
const RIGHT: [file: string, imports: string][] = [
  ['src/console/forms/right.ts', '@formily/core'],
  ['src/console/forms/right.ts', 'src/core/contract/file.ts'],
  ['src/console/charts/right.ts', 'd3-scale'],
  ['src/server/start/folders/right.ts', 'node:fs'],
  ['src/server/sheets/reading/right.ts', 'hucre'],
  ['src/server/files/zip.ts', 'fflate'],
  ['src/console/pages/dashboard/right.ts', 'hucre'],
  ['src/server/records/read/right.ts', 'kysely'],
  ['src/server/records/read/right.ts', 'src/core/contract/file.ts'],
  ['src/supervision/server/right.ts', 'src/server/records/write/file.ts'],
  ['src/supervision/console/right.ts', 'src/console/file.ts'],
  ['scripts/right.ts', 'src/supervision/server/file.ts'],
  ['lab/chaos/right.ts', 'tests/file.ts'],
]

const tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
afterAll(() => rmSync(tree, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

const isPath = (name: string): boolean => /^(src|scripts|tests|lab)\//.test(name)
const importLine = (file: string, name: string): string =>
  `import '${isPath(name) ? relative(dirname(file), name).replace(/^(?!\.)/, './') : name}'\n`
const inFolder = (folder: string): string => `src/${folder}/file.ts`

function plant(imports: readonly (readonly [file: string, name: string])[]): void {
  const texts = new Map<string, string>()
  for (const [file, name] of imports) {
    texts.set(file, (texts.get(file) ?? '') + importLine(file, name))
    if (isPath(name) && !texts.has(name)) texts.set(name, '')
  }
  for (const [file, text] of texts) write(file, `${text}export {}\n`)
}

/** A tree with a file in every folder, with every arrow that is right and every one that is wrong. */
function plantAll(): void {
  const rows: [string, string][] = []
  for (const [folder, allowed] of arrows) {
    for (const below of allowed) rows.push([`src/${folder}/right.ts`, inFolder(below)])
    for (const above of refusedBy(folder, allowed)) rows.push([`src/${folder}/wrong.ts`, inFolder(above)])
    rows.push([`src/${folder}/wrong.ts`, inFolder(groupOf(folder))])
  }
  rows.push(...Object.values(WRONG).flat(), ...RIGHT, ['src/server/answer/two.ts', 'src/server/answer/one.ts'])
  plant(rows)
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
}

describe('the boundary check', () => {
  /** `file → import`: the rules that refuse it */
  const refused = new Map<string, string[]>()
  const rulesOn = (file: string, name: string): string[] => refused.get(`${file} → ${name.replace('node:', '')}`) ?? []

  beforeAll(async () => {
    plantAll()
    const { forbidden, options } = config
    const { tsConfig: _, ...others } = options
    const { output } = await cruise(['src', 'scripts', 'lab'], {
      ...others,
      baseDir: tree,
      validate: true,
      ruleSet: { forbidden },
    })
    for (const { from, to, rule } of (output as ICruiseResult).summary.violations) {
      const target = to.replace(/^.*node_modules\/(.*)\/index\.js$/, '$1')
      const key = `${from} → ${target.replace('node:', '')}`
      refused.set(key, [...(refused.get(key) ?? []), rule.name])
    }
  }, LIMIT_MS)

  it.each(arrows)('holds src/%s to its layer', (folder, allowed) => {
    for (const below of allowed) expect(rulesOn(`src/${folder}/right.ts`, inFolder(below)), below).toEqual([])
    for (const above of refusedBy(folder, allowed))
      expect(rulesOn(`src/${folder}/wrong.ts`, inFolder(above)), above).toContain(`layer ${folder}`)
    // what begins the group, as src/core/index.ts and src/console/start.ts do, knows all of it and is known to none
    expect(rulesOn(`src/${folder}/wrong.ts`, inFolder(groupOf(folder)))).toContain(`layer ${folder}`)
  })

  it.each(Object.entries(WRONG))('refuses by %s', (rule, places) => {
    for (const [file, name] of places) expect(rulesOn(file, name), `${file} → ${name}`).toContain(rule)
  })

  it.each(RIGHT)('lets %s import %s', (file, name) => expect(rulesOn(file, name)).toEqual([]))

  it('has no rule that is not proved here', () => {
    const proved = [...arrows.map(([folder]) => `layer ${folder}`), ...Object.keys(WRONG)]
    expect(config.forbidden.map(({ name }) => name).sort()).toEqual(proved.sort())
  })

  it('says of every rule why it is there', () => {
    for (const { name, comment } of config.forbidden) expect(comment.length, name).toBeGreaterThan(30)
  })
})

describe('the layers', () => {
  const sources = codeBelow('src').map(readSource)
  const folders = new Set(sources.map(({ path }) => dirname(path).replace('src/', '')))

  it('are those that there are', () => {
    const there = [...folders].filter(folder => /^(core|server|console)\//.test(folder))
    expect(arrows.map(([folder]) => folder).sort()).toEqual(there.sort())
  })

  it('stand in docs/architecture.md as they stand in the check', () => {
    const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(
      /^\| `src\/([\w/]+)` \| [^|]+ \|(?: ([^|]+) \|)?$/gm,
    )
    const told = [...rows].map(([, folder = '', imports]): [string, string | undefined] => [folder, imports])
    const names = (imports: readonly string[]): string => (imports.length > 0 ? imports.join(', ') : 'nothing')
    expect(told.filter(([folder]) => folder.startsWith('core/'))).toEqual(
      CORE_LAYERS.map(({ folder, imports }) => [`core/${folder}`, names(imports)]),
    )
    const tops = [...new Set(SERVER_LAYERS.map(folder => folder.split('/')[0]))]
    expect(told.filter(([folder]) => folder.startsWith('server/')).map(([folder]) => folder)).toEqual(
      tops.map(top => `server/${top}`),
    )
  })

  it('leave no pair of folders that import each other', () => {
    expect(pairsOf(sources)).toEqual([])
  })
})

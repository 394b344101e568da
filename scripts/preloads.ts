/**
 * Which files a kind of page needs, for the HTML that names them: a browser that reads the HTML asks for all of them at
 * once, instead of finding each in the one before it. Read off the build, so the list is what the build made.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputBundle, OutputChunk } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import type { Plugin } from 'vite'
import { PRELOADS, type PageFiles, type Preloads } from '../src/server/http/preloads.ts'

const inConsole = (path: string): string => fileURLToPath(new URL(`../src/console/${path}`, import.meta.url))
const KINDS = inConsole('pages/kinds.ts')
const CONSOLE = inConsole('shell/Console.tsx')
/** controls that nearly every form has; those of one kind of field come with the page's definition */
const FORM = [inConsole('fields/controls/basic.tsx')]
const ENGINE = fileURLToPath(new URL('../src/core/expression/compile.ts', import.meta.url))
const LOGIN = inConsole('signin/login.ts')

interface Node {
  type: string
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** All nodes of a tree, outer before inner. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const inner of Object.values(value)) yield* nodesOf(inner)
}

/** Kind of page → the modules that its entry in KINDS imports. */
function modulesOfKinds(): Map<string, string[]> {
  const program = parseAst(readFileSync(KINDS, 'utf8'), { lang: 'ts' })
  const table = [...nodesOf(program)].find(
    ({ type, id }) => type === 'VariableDeclarator' && (id as Node)['name'] === 'KINDS',
  )
  if (!table) throw new Error(`There is no KINDS in ${KINDS}`)
  const { properties } = table['init'] as { properties: { key: { name: string }; value: unknown }[] }
  return new Map(
    properties.map(({ key, value }) => [
      key.name,
      [...nodesOf(value)].flatMap(({ type, source }) =>
        type === 'ImportExpression' ? [resolve(dirname(KINDS), String((source as Node)['value']))] : [],
      ),
    ]),
  )
}

/** The files of some modules and of all that these import, each once, those that others need first. */
function filesOf(bundle: OutputBundle, modules: readonly string[]): PageFiles {
  const chunks = Object.values(bundle).filter((one): one is OutputChunk => one.type === 'chunk')
  const scripts = new Set<string>()
  const take = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || scripts.has(name)) return
    chunk.imports.forEach(take)
    scripts.add(name)
  }
  for (const module of modules) {
    const holder = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!holder) throw new Error(`The build has no file with ${module}`)
    take(holder.fileName)
  }
  const styles = chunks
    .filter(({ fileName }) => scripts.has(fileName))
    .flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])])
  return { scripts: [...scripts], styles: [...new Set(styles)] }
}

/** Writes the list beside the console's index.html. */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  generateBundle(_options, bundle) {
    const kinds = [...modulesOfKinds()].map(([kind, modules]): [string, PageFiles] => [
      kind,
      filesOf(bundle, [CONSOLE, ...modules, ...(kind === 'form' ? FORM : [])]),
    ])
    const all: Preloads = {
      login: filesOf(bundle, [LOGIN]),
      kinds: Object.fromEntries(kinds),
      engine: filesOf(bundle, [ENGINE]),
    }
    this.emitFile({ type: 'asset', fileName: PRELOADS, source: JSON.stringify(all) })
  },
})

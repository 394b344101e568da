/** Which packages a build is made of, and what their licences say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputChunk } from 'rolldown'
import type { Plugin } from 'vite'
import { polyfills } from '../floor/polyfills.ts'

/** Beside the console's index.html: folders of the packages that it is made of. */
export const CONSOLE_PARTS = 'parts.json'

const FOLDER = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** Folders of packages, below `root`, that some modules lie in. */
export function foldersOf(modules: readonly string[], root: string): string[] {
  const folders = modules.flatMap(id => {
    const folder = FOLDER.exec(id.replaceAll('\\', '/').replace(/^\0/, ''))?.[1]
    return folder?.startsWith(root) ? [folder.slice(root.length)] : []
  })
  return [...new Set(folders)].sort()
}

/** Writes down what the console is made of. */
export const consoleParts = (root: string): Plugin => ({
  name: 'console-parts',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle)
      .filter((one): one is OutputChunk => one.type === 'chunk')
      .flatMap(({ moduleIds }) => moduleIds)
    this.emitFile({
      type: 'asset',
      fileName: CONSOLE_PARTS,
      source: JSON.stringify(foldersOf([...modules, ...(await polyfills()).modules], root)),
    })
  },
})

export interface Part {
  name: string
  version: string
  licence: string
  /** texts of its licence files */
  texts: string[]
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third-?party-?notices)[\w.-]*$/i

export function partIn(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  return {
    name: String(name),
    version: String(version),
    licence: typeof license === 'string' ? license : String((license as { type?: string } | undefined)?.type ?? '?'),
    texts: files
      .filter(file => file.isFile() && LICENCE_FILE.test(file.name))
      .map(file => readFileSync(join(folder, file.name), 'utf8').trim()),
  }
}

const RULE = '-'.repeat(100)

/** One entry a package, in order of names, each licence in full. */
export const licencesText = (parts: readonly Part[]): string =>
  [
    'This release contains the following packages of others, under their own licences.\n',
    ...parts.map(({ name, version, licence, texts }) =>
      [
        RULE,
        `${name} ${version} (${licence})`,
        '',
        texts.join('\n\n') || 'The package brings no licence file.',
        '',
      ].join('\n'),
    ),
  ].join('\n')

import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurablySync } from '../server/disk/durable-sync.ts'

/** what of a configuration is written by its authors */
const CONFIGURATION = ['schemas', 'customers']

/**
 * Paths of the YAML files of a folder, below it and with `/`: of a configuration those that are read as such, of any
 * other folder all. Links are not followed, as they may lead out of it; hidden folders are other tools'.
 */
export function yamlFiles(root: string): string[] {
  return existsSync(join(root, 'schemas')) ? filesIn(root, CONFIGURATION) : below(root, '')
}

/** The same of these folders of it, as far as they are there. The meta schemas are no YAML. */
export const filesIn = (root: string, folders: readonly string[]): string[] =>
  folders.flatMap(name => (existsSync(join(root, name)) ? below(root, `${name}/`) : []))

function below(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
    const path = `${folder}${entry.name}`
    if (entry.isDirectory()) return below(root, `${path}/`)
    return entry.isFile() && /\.ya?ml$/.test(entry.name) ? [path] : []
  })
}

/** The text of a file. Throws a TypeError where it is not UTF-8: writing it again would destroy it. */
export const readText = (path: string): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))

/** Replaces a file as a whole: whoever reads it meanwhile sees the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  accessSync(path, constants.W_OK)
  writeDurablySync(path, text, statSync(path).mode & 0o777)
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from '../core/index.ts'
import { encodingOf, isPicture } from '../core/source/picture.ts'

/** The folder contains no configuration. */
export class ConfigFolderError extends Error {
  override readonly name = 'ConfigFolderError'
}

const ENGINE = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Every YAML file and picture of a configuration: the built-in base/, and schemas/ and customers/ with posix paths
 * below `root`.
 */
export function readConfig(root: string): SourceFile[] {
  if (!existsSync(join(root, 'schemas'))) {
    throw new ConfigFolderError(
      `${root}: 没有 schemas 文件夹，不是配置目录 (no schemas folder: not a configuration folder)`,
    )
  }
  return [...filesBelow(ENGINE, 'base'), ...filesBelow(root, 'schemas'), ...filesBelow(root, 'customers')]
}

/** The meta schemas belong to the engine, not to the configuration. */
const SKIPPED = new Set(['schemas/meta'])

/** What may lie beside configuration without being any: notes, other pictures, what tools leave. */
const BESIDE = /^\.|^(?:README|LICENSE|NOTICE)|\.(?:md|jpe?g|ico|webp|gif)$/

function filesBelow(root: string, folder: string): SourceFile[] {
  if (!existsSync(join(root, folder)) || SKIPPED.has(folder)) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(root, path)
    if (/\.ya?ml$/.test(entry.name) || isPicture(entry.name))
      return [{ path, text: readFileSync(join(root, path), encodingOf(path)) }]
    // not read, but told of: somebody may take it for configuration
    return BESIDE.test(entry.name) ? [] : [{ path, text: '' }]
  })
}

/**
 * Libraries that lie in a release as they are, because they bring files that they read themselves: PGlite its database,
 * the locks of the operating system one program for each system and processor, Playwright what it tells a browser.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFiles } from './files.ts'

/** Files that are needed, below the package. */
const NEEDED: Readonly<Record<string, RegExp>> = {
  '@electric-sql/pglite':
    /^(?:package\.json|LICENSE|dist\/(?:index|initdb|pglite|chunk-\w+)\.(?:js|wasm|data)|dist\/fs\/.*\.js)$/,
  // of systems that a server stands on
  'fs-native-extensions':
    /^(?:[^/]+\.js|package\.json|LICENSE|prebuilds\/(?:darwin|linux|win32)-(?:x64|arm64)\/.*\.node)$/,
  'playwright-core': /^(?!types\/|bin\/|lib\/vite\/)/,
}
const NEVER = /(?:\.map|\.d\.[cm]?ts|\.md|\.markdown)$/

export const LIBRARIES: readonly string[] = Object.keys(NEEDED)

/** Folders of these libraries and of all that they need, below the repository. */
export function foldersOfLibraries(root: string): string[] {
  const found = new Set<string>()
  const take = (name: string): void => {
    const folder = `node_modules/${name}`
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    Object.keys(dependencies).forEach(take)
  }
  LIBRARIES.forEach(take)
  return [...found].sort()
}

export const copyLibrary = (root: string, folder: string, into: string): void =>
  copyFiles(root, folder, into, path => {
    const below = path.slice(folder.length + 1)
    return !NEVER.test(below) && (NEEDED[folder.slice('node_modules/'.length)]?.test(below) ?? true)
  })

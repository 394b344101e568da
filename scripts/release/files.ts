import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Files at or below `path` of a folder, as paths with `/`, in an order that no file system decides. */
export function filesAt(root: string, path: string): string[] {
  const at = join(root, path)
  if (!existsSync(at)) throw new Error(`There is no ${path} for the release`)
  if (!statSync(at).isDirectory()) return [path]
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

export function copyFiles(root: string, path: string, into: string, isNeeded: (path: string) => boolean): void {
  for (const file of filesAt(root, path).filter(isNeeded)) {
    mkdirSync(dirname(join(into, file)), { recursive: true })
    copyFileSync(join(root, file), join(into, file))
  }
}

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Whatever lies in a folder, itself included, that accounts other than its owner could read, write or enter. */
function openIn(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, withFileTypes: true }).map(entry => join(entry.parentPath, entry.name)),
  ]
  return paths.flatMap(path => {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0
      ? [`${(stats.mode & 0o777).toString(8)} ${path}`]
      : []
  })
}

export function expectPrivate(folder: string): void {
  expect(openIn(folder)).toEqual([])
}

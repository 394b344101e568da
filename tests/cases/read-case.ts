import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from '../../src/core/index.ts'
import { encodingOf } from '../../src/core/source/picture.ts'

/** The YAML files of a case, which need not be a whole configuration. */
export function filesBelow(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.ya\w+$|\.(yml|svg|png)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, encodingOf(file)) }))
}

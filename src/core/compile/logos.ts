import type { Project } from '../overlay/project.ts'
import { placeOf } from '../overlay/layer.ts'
import { getEntry, type MapNode, type ScalarNode } from '../source/node.ts'
import { encodingOf, extensionOf, isPicture } from '../source/picture.ts'
import type { SourceFile } from '../source/file.ts'
import { hashOf } from './hash.ts'

/** A logo as browsers ask for it: its name changes with its content. */
export interface Logo {
  name: string
  text: string
  encoding: 'utf8' | 'base64'
}

const isBeside = (name: string): boolean => isPicture(name) && !/[/\\]/.test(name)

/** The `logo` of an app.yaml, with the path of its file: it lies beside the file that names it. */
export function logoWritten(app: MapNode | undefined): { value: ScalarNode; path: string } | undefined {
  const value = getEntry(app, 'logo')?.value
  const layer = value && placeOf(value.origin.file)?.layer.name
  return value?.type === 'scalar' && typeof value.value === 'string' && isBeside(value.value) && layer !== undefined
    ? { value, path: `${layer}/${value.value}` }
    : undefined
}

export function logoOf({ sources }: Project, app: MapNode | undefined): Logo | undefined {
  const path = logoWritten(app)?.path
  const source: SourceFile | undefined = path === undefined ? undefined : sources.get(path)
  return (
    source && {
      name: `${hashOf(source.text)}.${extensionOf(source.path)}`,
      text: source.text,
      encoding: encodingOf(source.path),
    }
  )
}

import { getString, type MapNode } from '../source/node.ts'
import { without } from './merge.ts'

/** Kinds whose files may write only what differs from another of the kind. */
const EXTENDING: ReadonlySet<string> = new Set(['pages', 'statistics'])

/** Name of the document that this one extends. */
export function extendedBy(name: string, node: MapNode): string | undefined {
  const folder = name.slice(0, name.indexOf('/'))
  const target = EXTENDING.has(folder) ? getString(node, 'extends') : undefined
  return target === undefined ? undefined : `${folder}/${target}`
}

/** The part of a page or statistic that those extending it inherit. */
export const inheritedPart = (page: MapNode): MapNode => without(without(page, 'extends'), 'abstract')

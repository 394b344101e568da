import type { Value } from '../model/documents.ts'
import type { TransitionDoc } from '../model/workflow.ts'
import { toValue, type MapNode } from '../source/node.ts'

/**
 * What a button takes from its transition: what is asked for and confirmed, and which transition the server is told.
 */
export interface TransitionFacts {
  transition: string
  label?: string
  args: Record<string, Value>
  confirm?: string
  danger?: boolean
  beside?: { page: string }
  next?: string
}
export function transitionFacts(code: string, key: string, node: MapNode): TransitionFacts {
  const { label, confirm, danger, via, beside, next } = toValue(node) as Partial<TransitionDoc>
  return {
    transition: code,
    ...(label ? { label } : {}),
    // a call that saves or deletes needs no name of what it does
    args: { [key]: `=row.${key}`, ...(via ? {} : { action: code }) },
    ...(confirm ? { confirm } : {}),
    ...(danger ? { danger } : {}),
    ...(beside ? { beside } : {}),
    ...(next ? { next } : {}),
  }
}

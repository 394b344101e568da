import type { FieldFacts, Page } from '../contract/configuration.ts'
import { LIMIT_SOON, LIMIT_STATES } from '../model/field/parts.ts'
import { getEntry, getString, toValue, type MapNode } from '../source/node.ts'
import { mapAt, type PageSurroundings } from './surroundings.ts'
import { limitFactsOf } from '../overlay/limit.ts'
import { statusOf } from '../overlay/status.ts'

interface Pause {
  limit: string
  field: string
  states: string[]
}

/** The field that holds the workflow's time limit, and the states in which that limit does not run. */
function pauseOf(around: PageSurroundings): Pause | undefined {
  const status = statusOf(around.entity)
  const workflow = status && around.workflow(status.workflow)
  const limit = getString(mapAt(workflow, 'record'), 'due')
  const states = [...(mapAt(workflow, 'states')?.entries ?? [])].flatMap(([code, { value }]) =>
    pauses(value) ? [code] : [],
  )
  return status && limit !== undefined && states.length > 0 ? { limit, field: status.field, states } : undefined
}

const pauses = (state: unknown): boolean => {
  const node = state as MapNode
  const said = node.type === 'map' ? getEntry(node, 'pauses')?.value : undefined
  return said !== undefined && toValue(said) === true
}

/**
 * Gives columns and fields with a time limit the states that pause it: there they show "paused" instead of "overdue".
 * One of the kind `limit` is told as well how near is near, and what it is filtered by.
 */
export function withPauses(page: Page, around: PageSurroundings): Page {
  const pause = pauseOf(around)
  const limit = limitFactsOf(around.entity, name => around.workflow(name))
  if (!pause && !limit) return page
  const paused = pause && { paused: { field: pause.field, states: pause.states } }
  const told = <F extends FieldFacts>(field: F): F => {
    if (field.kind === 'limit') return { ...field, dict: LIMIT_STATES, due: { soon: LIMIT_SOON, ...paused } }
    return field.due && field.name === pause?.limit ? { ...field, due: { ...field.due, ...paused } } : field
  }
  if (page.kind === 'list') return { ...page, columns: page.columns.map(told), filters: page.filters.map(told) }
  if (page.kind === 'detail')
    return {
      ...page,
      facts: page.facts.map(told),
      sections: page.sections.map(section => ({ ...section, fields: section.fields.map(told) })),
    }
  if (page.kind === 'form' && page.standing) return { ...page, standing: page.standing.map(told) }
  return page
}

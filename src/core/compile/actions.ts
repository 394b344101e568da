import type { Action, AskedFacts, FieldFacts } from '../contract/configuration.ts'
import { EMPTY } from '../contract/filter-words.ts'
import { formatOrigin } from '../diagnostic/diagnostic.ts'
import type { ActionDoc, AskedFieldDoc } from '../model/documents.ts'
import { getString, isFalse, toValue, type MapNode } from '../source/node.ts'
import { askedFields } from './fields.ts'
import { mentionedIn } from './mentioned.ts'
import { callOf, fieldsIn, mapAt, type PageSurroundings } from './surroundings.ts'
import { statusOf } from '../overlay/status.ts'
import { transitionFacts } from './transition.ts'

export function hasSelectionAction(page: MapNode): boolean {
  return [...(mapAt(page, 'actions')?.entries.values() ?? [])].some(e => {
    const on = toValue(e.value) as ActionDoc | null | false
    return on && Array.isArray(on.on) && on.on.includes('selection')
  })
}

export function actionsOf(page: MapNode, around: PageSurroundings): Action[] {
  return [...(mapAt(page, 'actions')?.entries ?? [])].flatMap(([name, entry]) => {
    if (isFalse(entry.value) || entry.value.type !== 'map') return []
    const { call, form: _ask, on, transition, ...rest } = toValue(entry.value) as ActionDoc
    const taken = transition === undefined ? undefined : transitionNode(transition, around)
    const ask = mapAt(entry.value, 'form') ?? mapAt(taken, 'form')
    const key = getString(around.entity, 'key') ?? 'id'
    const facts = taken && transition !== undefined ? transitionFacts(transition, key, taken) : undefined
    return [
      {
        ...facts,
        ...rest,
        name,
        label: rest.label ?? facts?.label ?? name,
        on: on ?? ['page'],
        origin: formatOrigin(entry.keyOrigin),
        ...(call ? { call: callOf(call, around) } : {}),
        ...mentionedIn(rest.confirm ?? facts?.confirm, fieldsIn(around)),
        ...(ask ? { form: askedFields(ask, fieldsIn(around)).map(field => withSource(field, around)) } : {}),
      } as Action,
    ]
  })
}

/** What is asked for before the dialog is filled in has the endpoint's facts in place of its name. */
function withSource(field: FieldFacts, around: PageSurroundings): AskedFacts {
  const { prefill, fits, ...more } = field as FieldFacts & Pick<AskedFieldDoc, 'prefill' | 'fits'>
  const rest = { ...more, ...offeredTo(fits, around) }
  if (prefill === undefined) return rest
  return {
    ...rest,
    prefill: typeof prefill === 'object' ? { ...prefill, source: callOf(prefill.source, around) } : prefill,
  }
}

/** What is for the page's kind of records, or for every kind. */
function offeredTo(fits: string | undefined, { entity }: PageSurroundings): Pick<FieldFacts, 'offered'> {
  const kind = getString(mapAt(entity, 'union'), 'kind')
  return fits === undefined || kind === undefined ? {} : { offered: { [fits]: [kind, EMPTY] } }
}

function transitionNode(code: string, around: PageSurroundings): MapNode | undefined {
  const status = statusOf(around.entity)
  return status && mapAt(mapAt(around.workflow(status.workflow), 'transitions'), code)
}

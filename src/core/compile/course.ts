import type { Course, CourseState, Page } from '../contract/configuration.ts'
import type { StateDoc, TransitionDoc } from '../model/workflow.ts'
import { statusOf } from '../overlay/status.ts'
import { isFalse, toValue, type MapNode } from '../source/node.ts'
import { courseOf, endsAhead } from '../workflow/course.ts'
import { mapAt, type PageSurroundings } from './surroundings.ts'

function named<T>(map: MapNode | undefined): ReadonlyMap<string, T> {
  const entries = [...(map?.entries ?? [])].filter(([, { value }]) => value.type === 'map' && !isFalse(value))
  return new Map(entries.map(([name, { value }]): [string, T] => [name, toValue(value) as T]))
}

/** A page with a record of a workflow knows what usually comes next in each state. */
export function withCourse(page: Page, around: PageSurroundings): Page {
  const status = page.kind === 'detail' ? statusOf(around.entity) : undefined
  const workflow = status && around.workflow(status.workflow)
  if (page.kind !== 'detail' || !status || !workflow) return page
  const states = named<StateDoc>(mapAt(workflow, 'states'))
  const transitions = named<TransitionDoc>(mapAt(workflow, 'transitions'))
  const [next, ends] = [courseOf(states, transitions), endsAhead(states, transitions)]
  if (next.size + ends.size === 0) return page
  const facts = [...states].map(([code, { label, days, closed }]): [string, CourseState] => {
    const [onward, last] = [next.get(code), ends.get(code)]
    return [
      code,
      {
        label,
        ...(days === undefined ? {} : { days }),
        ...(closed === true ? { closed } : {}),
        ...(onward ? { next: onward } : last ? { ends: last } : {}),
      },
    ]
  })
  const course: Course = { field: status.field, states: Object.fromEntries(facts) }
  return { ...page, course }
}

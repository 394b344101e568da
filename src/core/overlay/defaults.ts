import { getEntry, getString, withValues, type MapNode } from '../source/node.ts'
import { mergeMaps } from './merge.ts'
import { overShared } from './shared.ts'

/**
 * A document with what it says once for several of its parts laid under each of them. The same object where nothing is
 * said so.
 */
export const withDefaults = (node: MapNode): MapNode => withCreated(withWidgets(node))

/** A workflow whose transitions create records as its own `creates` says, where they say nothing else. */
function withCreated(workflow: MapNode): MapNode {
  const [shared, transitions] = ['creates', 'transitions'].map(key => getEntry(workflow, key)?.value)
  if (shared?.type !== 'map' || transitions?.type !== 'map') return workflow
  const whole = withValues(transitions, (_, transition) =>
    transition.type === 'map'
      ? withValues(transition, (key, value) =>
          key === 'creates' && value.type === 'map' ? overShared(value, shared) : value,
        )
      : transition,
  )
  return withValues(workflow, (key, value) => (key === 'transitions' ? whole : value))
}

/**
 * A page with what its `defaults` say laid under each widget of that kind, and its `statistic` under each that counts
 * none of its own, so that whatever reads a widget finds it whole. The same object where nothing is said. A page may
 * have no other `defaults` or `statistic`.
 */
function withWidgets(page: MapNode): MapNode {
  const defaults = getEntry(page, 'defaults')?.value
  const statistic = getEntry(page, 'statistic')
  const widgets = getEntry(page, 'widgets')?.value
  if (widgets?.type !== 'map' || (defaults?.type !== 'map' && !statistic)) return page
  const whole = withValues(widgets, (_, widget) => {
    if (widget.type !== 'map') return widget
    const own = defaults && getEntry(defaults, getString(widget, 'widget') ?? '')?.value
    const said = own?.type === 'map' ? { ...mergeMaps(own, widget), origin: widget.origin } : widget
    return statistic && said.entries.has('measures') && !said.entries.has('statistic')
      ? { ...said, entries: new Map(said.entries).set('statistic', statistic) }
      : said
  })
  return withValues(page, (key, value) => (key === 'widgets' ? whole : value))
}

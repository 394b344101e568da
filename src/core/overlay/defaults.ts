import { getEntry, getString, withValues, type MapNode } from '../source/node.ts'
import { mergeMaps } from './merge.ts'

/**
 * A page with what its `defaults` say laid under each widget of that kind, so that whatever reads a widget finds it
 * whole. The same object where nothing is said. A page may have no other `defaults`.
 */
export function withDefaults(page: MapNode): MapNode {
  const defaults = getEntry(page, 'defaults')?.value
  const widgets = getEntry(page, 'widgets')?.value
  if (defaults?.type !== 'map' || widgets?.type !== 'map') return page
  const whole = withValues(widgets, (_, widget) => {
    const own = widget.type === 'map' ? getEntry(defaults, getString(widget, 'widget') ?? '')?.value : undefined
    return widget.type === 'map' && own?.type === 'map' ? { ...mergeMaps(own, widget), origin: widget.origin } : widget
  })
  return withValues(page, (key, value) => (key === 'widgets' ? whole : value))
}

import type { ReactNode } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { Action } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { textWidth } from '../../../i18n/width.ts'
import { isDisabled, isVisible, whyDisabled } from '../../../data/config/scope.ts'

const SHOWN = 3
/** the cell's own, less the gap that the last button does not need */
const PADDING = 4
/** Pixels that the column takes at most: three buttons of Chinese words fit, of longer words fewer. */
const MOST_WIDTH = 240

/**
 * Draws a row's buttons. Rows with the same set of visible and enabled actions share one element, so that React skips
 * it.
 */
export function rowActionDrawer(app: ConsoleApp, actions: Action[]): (row: Row) => ReactNode {
  const drawn = new Map<string, ReactNode>()
  const width = actionsWidth(actions)
  return row => {
    let key = ''
    for (const action of actions) key += isVisible(app, action, row) ? (isDisabled(app, action, row) ? 'd' : 'v') : '-'
    let element = drawn.get(key)
    if (element === undefined) drawn.set(key, (element = draw(app, actions, key, width)))
    return element
  }
}

function draw(app: ConsoleApp, actions: Action[], key: string, width: number): ReactNode {
  const visible = actions.filter((_, i) => key[i] !== '-')
  const off = (action: Action) => key[actions.indexOf(action)] === 'd'
  const few = visible.slice(0, shownOf(visible, width))
  return (
    <span className="row-actions">
      {few.map(action => (
        <button
          key={action.name}
          type="button"
          className={action.danger ? 'link danger' : 'link'}
          data-act={action.name}
          disabled={off(action)}
          title={off(action) ? whyDisabled(app, action) : undefined}
        >
          {t(action.label)}
        </button>
      ))}
      {visible.length > few.length && (
        <button type="button" className="link more" data-more="" aria-haspopup="menu">
          {t('更多')}
        </button>
      )}
    </span>
  )
}

const roomFor = (labels: string[]): number => PADDING + labels.reduce((sum, label) => sum + labelWidth(label) + 12, 0)

/** How many of a row's buttons stand in a column so wide; the others wait behind 更多. */
function shownOf(visible: Action[], width: number): number {
  const labels = visible.map(action => t(action.label))
  if (labels.length <= SHOWN && roomFor(labels) <= width) return labels.length
  let count = SHOWN - 1
  while (count > 1 && roomFor([...labels.slice(0, count), t('更多')]) > width) count--
  return count
}

/** Wide enough for any row, so that columns do not move when rows change. */
export function actionsWidth(actions: Action[]): number {
  const labels = actions.length <= SHOWN ? actions.map(action => t(action.label)) : [...widest(actions), t('更多')]
  const longestAlone = Math.max(0, ...actions.map(action => roomFor([t(action.label), t('更多')])))
  return Math.max(72, Math.min(roomFor(labels), Math.max(MOST_WIDTH, longestAlone)))
}
/** Actions with a condition or a transition may be missing in some rows. */
const isAlways = (action: Action): boolean => !action.visible && action.transition === undefined

/** Labels for the greatest width before 更多: those that every row begins with, and the longest that could follow. */
function widest(actions: Action[]): string[] {
  const places = SHOWN - 1
  const first = actions.findIndex(action => !isAlways(action))
  const leading = actions.slice(0, first < 0 ? places : Math.min(first, places))
  return [
    ...leading.map(action => t(action.label)),
    ...longest(candidates(actions.slice(leading.length), places - leading.length), places - leading.length),
  ]
}
/** Actions that could be among the first `places`: not those after as many that are always shown. */
function candidates(actions: Action[], places: number): Action[] {
  let always = 0
  return actions.filter(action => always < places && (always += isAlways(action) ? 1 : 0) >= 0)
}
const longest = (actions: Action[], count: number) =>
  actions
    .map(action => t(action.label))
    .sort((a, b) => labelWidth(b) - labelWidth(a))
    .slice(0, count)
const LETTER_SIZE = 14
/** Width of a button's or a head's text, in pixels. */
export const labelWidth = (text: string): number => Math.ceil(textWidth(text, LETTER_SIZE))

/** Actions behind 更多 in a row. */
export function hiddenActions(app: ConsoleApp, actions: Action[], row: Row): Action[] {
  const visible = actions.filter(action => isVisible(app, action, row))
  return visible.slice(shownOf(visible, actionsWidth(actions)))
}

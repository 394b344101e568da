import { part, type ConsoleApp } from '../../app/app.ts'
import { MAY, type Row } from '../../../core/contract/api.ts'
import type { Action, Call } from '../../../core/contract/configuration.ts'
import { allows } from '../../../core/model/roles.ts'
import type { ActionPlace } from '../../../core/model/documents.ts'
import { chinaDay, chinaMoment } from '../../i18n/day.ts'
import { t } from '../../i18n/t.ts'
import { isLacking } from '../http/http.ts'
import { currentConfig } from './config.ts'
import { evaluate, mayHold, userShape, type ExpressionScope } from './expressions.ts'

const memory = part((): { kept?: { of: unknown; scope: ExpressionScope } } => ({}))

/** The variables `user` and `option` of expressions. */
export function expressionScope(app: ConsoleApp): ExpressionScope {
  const { boot, manifest } = currentConfig(app)
  if (!boot) throw new Error('Expressions need a signed-in user')
  const known = memory(app)
  if (known.kept?.of !== boot)
    known.kept = { of: boot, scope: { user: userShape(boot.user), option: manifest.app.options } }
  return known.kept.scope
}

/** The same with `today` and `at.time`, for what is filled in. */
export const fillingScope = (app: ConsoleApp): Record<string, unknown> => ({
  ...expressionScope(app),
  today: chinaDay(),
  at: { time: chinaMoment() },
})

/** Whether the user has one of the roles, as for menu entries. */
export const isFor = (app: ConsoleApp, roles: string[] | undefined): boolean =>
  !roles || allows(roles, expressionScope(app).user)

export const at = (actions: Action[], place: ActionPlace): Action[] =>
  actions.filter(action => action.on.includes(place) && (action.page || action.call))

/**
 * Whether the row's `$may` holds the transition: the server has decided, so its conditions are not evaluated again
 * here.
 */
function mayTake(transition: string, row: Row | undefined): boolean {
  const may = row?.[MAY]
  return Array.isArray(may) && may.includes(transition)
}

export function isVisible(app: ConsoleApp, action: Action, row?: Row): boolean {
  if (action.transition !== undefined && !mayTake(action.transition, row)) return false
  return (
    !action.visible || evaluate(action.visible, action.origin, { ...expressionScope(app), row: row ?? {} }) === true
  )
}
/** Whether the action could be shown on some row, by the user's rights and the page: decided before rows are loaded. */
export function mayShow(app: ConsoleApp, action: Action, entity: string): boolean {
  const buttons = currentConfig(app).boot?.buttons?.[entity]
  if (action.transition !== undefined && buttons?.includes(action.transition) === false) return false
  return !action.visible || mayHold(action.visible, { ...expressionScope(app) })
}
export function isDisabled(app: ConsoleApp, action: Action, row?: Row): boolean {
  if (isLacking(app, action.call)) return true
  return (
    Boolean(action.disabled)
    && evaluate(action.disabled ?? '', action.origin, { ...expressionScope(app), row: row ?? {} }) !== false
  )
}
/** A button whose call the backend has not got is off, and says so. */
export const offWithout = (app: ConsoleApp, call: Call | undefined): { disabled?: true; title?: string } =>
  isLacking(app, call) ? { disabled: true, title: t('所接的后端没有这项功能') } : {}

/** Why a button is off, in words: of all rows, or of its own; undefined where nothing says it. */
export function whyDisabled(app: ConsoleApp, action: Action, ofRows?: string): string | undefined {
  return (
    offWithout(app, action.call).title ?? ofRows ?? (action.otherwise === undefined ? undefined : t(action.otherwise))
  )
}

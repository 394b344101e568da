import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { Action, DetailPage } from '../../../core/contract/configuration.ts'
import { isVisible, mayShow } from '../../data/config/scope.ts'
import { send } from '../../data/http/http.ts'

/** The button of the transition that usually comes next, if this user could ever take it. */
export function nextOf(app: ConsoleApp, page: { kind: string }, action: Action): Action | undefined {
  if (page.kind !== 'detail' || action.next === undefined) return undefined
  const { actions, entity } = page as DetailPage
  return actions.find(
    one => one.transition === action.next && one.on.includes('page') && mayShow(app, one, entity.name),
  )
}

/** Takes it on the record as it is now; nothing happens where it may not be taken after all. */
export async function goOn(
  app: ConsoleApp,
  page: DetailPage,
  next: Action,
  row: Row,
  run: (action: Action, rows: Row[]) => void,
): Promise<void> {
  const key = page.entity.key
  const now = await send<Row | null>(app, page.source, { [key]: row[key] }, { quiet: true }).catch(() => null)
  if (now && isVisible(app, next, now)) run(next, [now])
}

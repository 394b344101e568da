import type { Row } from '../../../core/contract/api.ts'
import type { Action, DetailPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { takesAway, useActions } from '../actions/useActions.ts'
import { at } from '../../data/config/scope.ts'
import { recordTitle } from '../parts/recordTitle.ts'
import { CourseLine } from './course/CourseLine.tsx'
import { DetailActions, Waiting } from './DetailActions.tsx'
import type { CompiledDetail } from './sections/compile.ts'
import { Facts } from './sections/Sections.tsx'

interface Props {
  page: DetailPage
  row: Row
  facts: CompiledDetail['facts']
  onGone: () => void
  /** a step was taken after which the record may be somebody else's */
  onTaken: () => void
}

/** What the record is and where it stands, and what can be done with it. */
export function DetailHead({ page, row, facts, onGone, onTaken }: Props) {
  const run = useActions(page)
  const actions = at(page.actions, 'page').concat(at(page.actions, 'row').filter(action => !action.on.includes('page')))
  // after a delete the record's page has nothing to show, so the list is opened
  const after = (action: Action) => () => {
    if (takesAway(action)) onGone()
    else if (action.danger) onTaken()
  }
  // where the course is drawn, the limit stands at the state that it belongs to
  const limit = page.course && facts.find(({ field }) => field.kind === 'limit')
  return (
    <header className="detail-head">
      <div className="detail-name">
        <h1>{recordTitle(page, row) || t(page.title)}</h1>
        <DetailActions page={page} actions={actions} row={row} onRun={action => run(action, [row], after(action))} />
      </div>
      <Waiting actions={actions} row={row} />
      <Facts facts={limit ? facts.filter(fact => fact !== limit) : facts} row={row} entity={page.entity} />
      <CourseLine page={page} row={row} limit={limit} />
    </header>
  )
}

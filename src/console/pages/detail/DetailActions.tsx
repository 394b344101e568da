import { useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { LOCKED, type Row } from '../../../core/contract/api.ts'
import type { Action, DetailPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { isDisabled, isVisible } from '../../data/config/scope.ts'
import { plain } from '../../fields/values/text.ts'
import { ActionButton } from '../list/Toolbar.tsx'
import { MoreMenu } from '../parts/MoreMenu.tsx'
import { MissingButtons } from './MissingButtons.tsx'

interface Props {
  page: DetailPage
  /** all that the page has; those that the record allows are drawn */
  actions: Action[]
  row: Row
  onRun: (action: Action) => void
}

/** so many buttons stand beside the main one */
const PLAIN = 3

/** What is to be done next with the record: what the page says, else the step that usually follows its state. */
export function mainOf(
  { course }: Pick<DetailPage, 'course'>,
  actions: readonly Action[],
  row: Row,
): Action | undefined {
  const next = course?.states[plain(row[course.field])]?.next?.transition
  return actions.find(({ primary }) => primary) ?? actions.find(({ transition = '' }) => transition === next)
}

const locksOf = (row: Row): Record<string, string> => (row[LOCKED] ?? {}) as Record<string, string>

/** Steps that lack something yet, with what they lack. */
function waitingOf(actions: readonly Action[], row: Row): { action: Action; lacks: string }[] {
  const locks = locksOf(row)
  return actions.flatMap(action => {
    const lacks = locks[action.transition ?? '']
    return lacks === undefined ? [] : [{ action, lacks }]
  })
}

/** Why a step waits, and until when: seen without pointing at its button. */
export function Waiting({ actions, row }: Pick<Props, 'actions' | 'row'>) {
  const waiting = waitingOf(actions, row)
  if (waiting.length === 0) return null
  return (
    <dl className="waiting">
      {waiting.map(({ action, lacks }) => (
        <div key={action.name}>
          <dt>{t(action.label)}</dt>
          <dd>{lacks}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The buttons of a record: the next step last and filled, a few others before it, the rest behind 更多. */
export function DetailActions({ page, actions, row, onRun }: Props) {
  const app = useApp()
  const shown = actions.filter(action => isVisible(app, action, row))
  const main = mainOf(page, shown, row)
  const waiting = waitingOf(actions, row)
  const others = shown.filter(action => action !== main)
  const room = Math.max(1, PLAIN - waiting.length)
  const few = others.length > room + 1 ? others.slice(0, room) : others
  const button = (action: Action) => (
    <ActionButton
      key={action.name}
      action={action}
      main={action === main}
      disabled={isDisabled(app, action, row)}
      onClick={() => onRun(action)}
    />
  )
  return (
    <>
      <MissingButtons actions={actions} row={row} />
      {waiting.map(({ action, lacks }) => (
        <ActionButton key={action.name} action={action} disabled why={lacks} onClick={() => onRun(action)} />
      ))}
      {few.map(button)}
      <Rest actions={others.slice(few.length)} row={row} onRun={onRun} />
      {main && button(main)}
    </>
  )
}

function Rest({ actions, row, onRun }: Omit<Props, 'page'>) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>()
  const close = () => setAnchor(undefined)
  if (actions.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {t('更多')}
      </button>
      {anchor && (
        <MoreMenu
          at={{ actions, row, anchor }}
          onClose={close}
          onPick={action => {
            close()
            onRun(action)
          }}
        />
      )}
    </>
  )
}

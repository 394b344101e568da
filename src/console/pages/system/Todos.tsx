import type { ReactNode } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import { currentConfig } from '../../data/config/config.ts'
import { definitionOf } from '../../fields/fields.ts'
import { numberText, plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { recordUrl } from '../../navigation/routes.ts'
import { NotRead } from '../parts/NotRead.tsx'
import type { Todo, Todos as Read } from '../worklist/todos.ts'

type Go = (url: string) => void

/** What waits for the user: how many there are of each, with a link to just these, and those due first. */
export function Todos({ read: { todos, whole }, again, go }: { read: Read; again: () => void; go: Go }) {
  return (
    <div>
      {!whole && <NotRead className="weak welcome-none" what={t('待办')} onRetry={again} />}
      {whole && todos.length === 0 && <p className="weak welcome-none">{t('没有待办的事项。')}</p>}
      {todos.map(todo => (
        <TodoPanel key={todo.url} todo={todo} go={go} />
      ))}
    </div>
  )
}

function TodoPanel({ todo, go }: { todo: Todo; go: Go }) {
  const { page, tab, total, capped, url, rows } = todo
  const app = useApp()
  const draw = dueDrawer(app, todo)
  return (
    <section className="panel">
      <h2>
        {t(page.title)} · {t(tab.label)}
        <Link className="welcome-count" url={url} go={go}>
          {t('{n} 项', { n: numberText(total) + (capped ? '+' : '') })}
        </Link>
      </h2>
      <ul className="welcome-rows">
        {rows.map(row => (
          <li key={String(row[page.entity.key])}>
            <RecordLink todo={todo} row={row} go={go} />
            <span className="welcome-due">{draw(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Draws the time limit of a row as its list does. */
function dueDrawer(app: ConsoleApp, { page, due }: Todo): (row: Row) => ReactNode {
  if (!due) return () => null
  const { fileBase } = currentConfig(app).manifest.app.api
  const draw = definitionOf(due.kind).cell(due, { dictionaries: page.dictionaries, fileBase })
  return row => draw(row[due.name], row)
}

function RecordLink({ todo: { page }, row, go }: { todo: Todo; row: Row; go: Go }) {
  const title = plain(row[page.entity.title]) || plain(row[page.entity.key])
  const to = page.columns.find(column => column.page !== undefined)?.page
  return to === undefined ? (
    <span>{title}</span>
  ) : (
    <Link url={recordUrl(to, page.entity.key, row[page.entity.key])} go={go}>
      {title}
    </Link>
  )
}

export function Link({
  url,
  go,
  className,
  children,
}: {
  url: string
  go: Go
  className?: string
  children: ReactNode
}) {
  return (
    <a
      href={url}
      className={className}
      onClick={event => {
        event.preventDefault()
        go(url)
      }}
    >
      {children}
    </a>
  )
}

import { useEffect, useState } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { VIEWS_LIST } from '../../../data/calls/own-calls.ts'
import { useCall } from '../../../data/http/query.ts'
import { t } from '../../../i18n/t.ts'
import type { CompiledList } from '../columns/columns.tsx'
import { remembered } from '../query/remembered.ts'
import { SidePanel } from './Sheet.tsx'
import { useTyped, type NoteTyped } from './useTyped.ts'
import { useViewCommands } from './useViewCommands.ts'
import { asViewQuery, viewQuery, type SavedView } from './viewQuery.ts'
import { ViewRow } from './ViewRow.tsx'
import { useActiveView } from './views.ts'

/** Saved views: filters, order and columns of a list, for the user or for their unit. */
export function ViewPanel({
  page,
  compiled,
  under,
  onClose,
}: {
  page: ListPage
  compiled: CompiledList
  /** its button */
  under?: HTMLElement | undefined
  onClose: () => void
}) {
  const app = useApp()
  const { data, error, isLoading, mutate } = useCall<SavedView[]>(VIEWS_LIST, { route: page.route })
  const active = useActiveView(page.route)
  const [problem, setProblem] = useState('')
  /** how often one was saved: only then is a name typed anew, and not when the views come that there are */
  const [saved, setSaved] = useState(0)
  const [first, setFirst] = useState(() => remembered(app, page.route).view?.id)
  const commands = useViewCommands(page, compiled, onClose, text => {
    setProblem(text)
    setFirst(remembered(app, page.route).view?.id)
    void mutate()
  })
  const views = data ?? []
  const { isTyped, note } = useTyped()
  return (
    <SidePanel
      title={t('视图')}
      under={under}
      isChanged={isTyped}
      onClose={onClose}
      foot={
        <NewView
          key={saved}
          onTyped={note}
          onSave={(name, shared) =>
            void commands.save(undefined, name, shared).then(isSaved => setSaved(before => before + Number(isSaved)))
          }
        />
      }
    >
      {(problem || error) && (
        <p className="problem" role="alert">
          {problem || error?.message}
        </p>
      )}
      {!isLoading && views.length === 0 && !error && (
        <p className="weak">{t('还没有视图。设好筛选、排序和列之后，在下面起个名字保存。')}</p>
      )}
      <ul className="view-list">
        {views.map(view => (
          <ViewRow
            key={`${view.id} ${view.name}`}
            view={view}
            active={view.id === active?.id}
            first={view.id === first}
            changed={view.id === active?.id && differs(app, view, page, compiled)}
            commands={commands}
            onTyped={note}
          />
        ))}
      </ul>
    </SidePanel>
  )
}

function differs(app: ConsoleApp, view: SavedView, page: ListPage, compiled: CompiledList): boolean {
  return JSON.stringify(asViewQuery(view.query)) !== JSON.stringify(viewQuery(app, page, compiled))
}

interface NewViewProps {
  onTyped: NoteTyped
  onSave: (name: string, shared: boolean) => void
}

function NewView({ onTyped, onSave }: NewViewProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  useEffect(() => onTyped('', name !== ''), [onTyped, name])
  return (
    <form
      className="new-view"
      onSubmit={event => {
        event.preventDefault()
        if (name.trim()) onSave(name.trim(), shared)
      }}
    >
      <input
        className="input"
        value={name}
        maxLength={40}
        placeholder={t('视图名称')}
        aria-label={t('视图名称')}
        onChange={event => setName(event.target.value)}
      />
      <label>
        <input type="checkbox" className="tick" checked={shared} onChange={event => setShared(event.target.checked)} />
        {t('共享给本单位')}
      </label>
      <button type="submit" className="button primary" disabled={!name.trim()}>
        {t('保存为新视图')}
      </button>
    </form>
  )
}

import { memo, Suspense, useCallback, useState, useSyncExternalStore, type MouseEvent } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { reach } from '../../boundaries/chunk.ts'
import { EXPORT_RUN, IMPORT_CHECK } from '../../data/calls/own-calls.ts'
import { isDisabled, isVisible, offWithout } from '../../data/config/scope.ts'
import { keepLook } from '../../data/keepLook.ts'
import { t } from '../../i18n/t.ts'
import { Icon, type ToolIcon } from '../../theme/icons.tsx'
import { look } from '../../theme/look.ts'
import type { CompiledList } from './columns/columns.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const ColumnPanel = lazyPart(async () => ({ default: (await import('./panels/ColumnPanel.tsx')).ColumnPanel }))
const ImportPanel = lazyPart(async () => ({ default: (await import('./panels/ImportPanel.tsx')).ImportPanel }))
const ListCalendar = lazyPart(async () => ({ default: (await import('./panels/ListCalendar.tsx')).ListCalendar }))
const ViewPanel = lazyPart(async () => ({ default: (await import('./panels/ViewPanel.tsx')).ViewPanel }))

/** The buttons of a list; their panels are loaded on demand. Not redrawn when rows change. */
export const ListTools = memo(function ListTools({
  page,
  compiled,
  view,
  onRefresh,
}: {
  page: ListPage
  compiled: CompiledList
  /** name of the view that the list shows, if it shows one */
  view: string | undefined
  onRefresh: () => void
}) {
  const app = useApp()
  const [open, setOpen] = useState<'columns' | 'views' | 'calendar' | 'import' | undefined>()
  const [under, setUnder] = useState<HTMLElement | undefined>()
  const drop = (panel: 'columns' | 'views') => (event: MouseEvent<HTMLElement>) => {
    setUnder(event.currentTarget)
    setOpen(panel)
  }
  const close = useCallback(() => setOpen(undefined), [])
  const save = () =>
    reach(
      app,
      () => import('./jobs/runExport.ts'),
      ({ exportList }) => exportList(app, page, compiled),
    )
  return (
    <div className="list-tools">
      <button type="button" className="link drops" aria-haspopup="dialog" onClick={drop('views')}>
        {view ? t('视图：{name}', { name: view }) : t('视图')}
      </button>
      {page.calendar && (
        <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen('calendar')}>
          {t('日历')}
        </button>
      )}
      {mayImport(app, page) && (
        <button
          type="button"
          className="link"
          aria-haspopup="dialog"
          {...offWithout(app, IMPORT_CHECK)}
          onClick={() => setOpen('import')}
        >
          {t('导入')}
        </button>
      )}
      {page.export && (
        <button type="button" className="link" {...offWithout(app, EXPORT_RUN)} onClick={save}>
          {t('导出')}
        </button>
      )}
      <Tool icon="columns" label={t('列设置')} opens onClick={drop('columns')} />
      <Density />
      <Tool icon="refresh" label={t('刷新')} onClick={onRefresh} />
      <Suspense fallback={null}>
        {open === 'columns' && <ColumnPanel page={page} store={compiled.columns} under={under} onClose={close} />}
        {open === 'import' && <ImportPanel page={page} onClose={close} />}
        {open === 'views' && <ViewPanel page={page} compiled={compiled} under={under} onClose={close} />}
        {open === 'calendar' && page.calendar && (
          <ListCalendar page={page} calendar={page.calendar} compiled={compiled} onClose={close} />
        )}
      </Suspense>
    </div>
  )
})

/** Its word is told by the pointer and to those who hear the page. */
function Tool({
  icon,
  label,
  opens,
  isOn,
  onClick,
}: {
  icon: ToolIcon
  label: string
  opens?: boolean
  isOn?: boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}) {
  return (
    <button
      type="button"
      className="tool"
      title={label}
      aria-label={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The density is shared by all lists; the user menu has the same switch. */
function Density() {
  const app = useApp()
  const store = look(app)
  const current = useSyncExternalStore(store.subscribe, store.get)
  const isCompact = current.density === 'compact'
  const toggle = () => keepLook(app, { ...current, density: isCompact ? 'default' : 'compact' })
  return <Tool icon="rows" label={isCompact ? t('标准行高') : t('紧凑行高')} isOn={isCompact} onClick={toggle} />
}

/** Whoever has the button that adds one may add many. */
function mayImport(app: ConsoleApp, page: ListPage): boolean {
  const button = page.import && page.actions.find(({ name }) => name === page.import?.button)
  return button !== undefined && isVisible(app, button) && !isDisabled(app, button)
}

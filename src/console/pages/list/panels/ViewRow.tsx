import { useEffect, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import type { NoteTyped } from './useTyped.ts'
import type { SavedView } from './viewQuery.ts'

export interface ViewCommands {
  apply(view: SavedView): void
  /** saves the list's current state as a new view or over an existing one; whether it was done */
  save(view: SavedView | undefined, name: string, shared: boolean, overwrite?: boolean): Promise<boolean>
  remove(view: SavedView): void
  /** the list opens with this view from now on; undefined: with none */
  openWith(view: SavedView | undefined): void
}
interface ViewRowProps {
  view: SavedView
  active: boolean
  changed: boolean
  /** the list opens with it */
  first: boolean
  commands: ViewCommands
  onTyped: NoteTyped
}

/** Other people's views can be applied, the user's own also changed. */
export function ViewRow({ view, active, changed, first, commands, onTyped }: ViewRowProps) {
  const [doing, setDoing] = useState<'rename' | 'remove' | undefined>()
  if (doing === 'rename')
    return (
      <Rename
        view={view}
        onTyped={onTyped}
        onSave={name => {
          setDoing(undefined)
          void commands.save(view, name, view.shared)
        }}
        onClose={() => setDoing(undefined)}
      />
    )
  const facts = [
    active && (changed ? t('当前，已改动') : t('当前')),
    first && t('默认'),
    view.shared && (view.mine ? t('已共享') : t('{name}共享', { name: view.owner })),
  ].filter(Boolean)
  return (
    <li className={active ? 'on' : undefined}>
      <button
        type="button"
        className="link view-name"
        aria-current={active ? 'true' : undefined}
        title={view.name}
        onClick={() => commands.apply(view)}
      >
        {view.name}
      </button>
      <span className="weak">{facts.join(' · ')}</span>
      <span className="space" />
      {doing !== 'remove' && (
        <button
          type="button"
          className="link"
          aria-pressed={first}
          title={t('打开列表时先显示这个视图')}
          onClick={() => commands.openWith(first ? undefined : view)}
        >
          {first ? t('取消默认') : t('设为默认')}
        </button>
      )}
      {view.mine && doing !== 'remove' && (
        <>
          <button type="button" className="link" onClick={() => void commands.save(view, view.name, view.shared, true)}>
            {t('覆盖')}
          </button>
          <button type="button" className="link" onClick={() => setDoing('rename')}>
            {t('改名')}
          </button>
          <button
            type="button"
            className="link"
            aria-pressed={view.shared}
            onClick={() => void commands.save(view, view.name, !view.shared)}
          >
            {view.shared ? t('不再共享') : t('共享')}
          </button>
          <button type="button" className="link danger" onClick={() => setDoing('remove')}>
            {t('删除')}
          </button>
        </>
      )}
      {doing === 'remove' && (
        <>
          <button type="button" className="link danger" onClick={() => commands.remove(view)}>
            {t('确定删除')}
          </button>
          <button type="button" className="link" onClick={() => setDoing(undefined)}>
            {t('取消')}
          </button>
        </>
      )}
    </li>
  )
}

interface RenameProps {
  view: SavedView
  onTyped: NoteTyped
  onSave: (name: string) => void
  onClose: () => void
}

function Rename({ view, onTyped, onSave, onClose }: RenameProps) {
  const [name, setName] = useState(view.name)
  useEffect(() => onTyped(view.id, name !== view.name), [onTyped, view, name])
  return (
    <li>
      <form
        className="new-view"
        onSubmit={event => {
          event.preventDefault()
          if (name.trim()) onSave(name.trim())
        }}
      >
        <input
          className="input"
          value={name}
          maxLength={40}
          autoFocus
          aria-label={t('新名称')}
          onChange={event => setName(event.target.value)}
        />
        <button type="submit" className="link">
          {t('保存')}
        </button>
        <button type="button" className="link" onClick={onClose}>
          {t('取消')}
        </button>
      </form>
    </li>
  )
}

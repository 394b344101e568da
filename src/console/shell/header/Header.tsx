import { lazy, useCallback, useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'
import { currentConfig } from '../../data/config/config.ts'
import { numberOf, textOf } from '../../data/settings/constants.ts'
import { currentCounters, refreshCounters, subscribeCounters } from '../../data/counters.ts'
import { chosenLanguage, t } from '../../i18n/t.ts'
import { keys } from '../../pages/parts/MoreMenu.tsx'
import { useGo } from '../../navigation/navigation.ts'
import { Icon } from '../../theme/icons.tsx'
import { clueListOf, countsClues } from '../../menu/menuState.ts'
import { confinedTo } from '../../navigation/mustChange.ts'
import { Part } from '../../boundaries/Part.tsx'
import { systemTitle } from '../../navigation/titles.ts'
import { useOutside } from '../../pages/parts/useOutside.ts'

const UserPanel = lazy(async () => ({ default: (await import('./UserPanel.tsx')).UserPanel }))
const ToolPanel = lazy(async () => ({ default: (await import('./ToolPanel.tsx')).ToolPanel }))
const HOUR = 3_600_000

export function Header({ onMenu, onPalette }: { onMenu: () => void; onPalette: () => void }) {
  const { manifest, boot } = currentConfig()
  const title = systemTitle(manifest.app, boot?.user)
  const name = manifest.app.systemName ? t(manifest.app.systemName) : title
  const open = boot && !confinedTo()
  return (
    <header className="header">
      {open && (
        <button type="button" className="head-button menu-button" aria-label={t('主菜单')} onClick={onMenu}>
          <Icon name="menu" />
        </button>
      )}
      <strong className="system">{name}</strong>
      {name !== title && (
        <span className="system-area" title={title}>
          {title}
        </span>
      )}
      <span className="space" />
      {open && (
        <button
          type="button"
          className="head-button find"
          aria-keyshortcuts="Control+K"
          aria-label={`${t('查找菜单')} Ctrl K`}
          onClick={onPalette}
        >
          <Icon name="search" />
          <span>{t('查找菜单')}</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      <Today />
      {open && <NewClues />}
      {open && <Drop icon="link" text={t('网络工具')} Panel={ToolPanel} className="tools" />}
      {boot && (
        <Drop
          icon="user"
          text={boot.user.nickName}
          more={boot.user.sysOrg.orgName}
          Panel={UserPanel}
          className="user"
          menu
        />
      )}
    </header>
  )
}

/** Refreshed hourly (R1.05): an office screen is left on over night. */
function Today() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), numberOf('dateRefresh', HOUR))
    return () => clearInterval(timer)
  }, [])
  const language = chosenLanguage() === 'zh' ? 'zh-CN' : chosenLanguage()
  return (
    <time dateTime={now.toISOString().slice(0, 10)}>
      {now.toLocaleDateString(language, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })}
    </time>
  )
}

/** New clues, beside the way to them; whoever has no such page is asked nothing and shown nothing. */
function NewClues() {
  const { fresh } = useSyncExternalStore(subscribeCounters, currentCounters)
  const go = useGo()
  const menu = currentConfig().boot?.menu ?? []
  const to = clueListOf(menu, textOf('clueList', ''))
  const counts = to !== undefined || countsClues(menu)
  useEffect(() => {
    if (!counts) return
    const look = () => void refreshCounters()
    const timer = setTimeout(look, 800)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [counts])
  if (to === undefined || fresh === undefined) return null
  return (
    <a
      className="head-button clues"
      href={`/${to}`}
      onClick={event => {
        event.preventDefault()
        go.to(`/${to}`)
      }}
    >
      <Icon name="bell" />
      <span>{t('新线索')}</span>
      <b className={fresh === 0 ? 'none' : undefined}>{fresh > 999 ? '999+' : fresh}</b>
    </a>
  )
}

interface DropProps {
  icon: string
  text: string
  more?: string
  className: string
  /** its panel is a menu: arrows move in it */
  menu?: boolean
  Panel: ComponentType<{ onClose: () => void }>
}

/** A button of the header with what it opens: loaded at the first press, closed by Esc and by a click beside it. */
function Drop({ icon, text, more, className, menu, Panel }: DropProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback(() => {
    setOpen(false)
    if (box.current?.contains(document.activeElement)) box.current.querySelector('button')?.focus()
  }, [])
  const outside = useCallback(() => setOpen(false), [])
  useOutside(box, open, outside)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!open) return
    if (menu) keys(event, box.current, close)
    else if (event.key === 'Escape') close()
  }
  return (
    <div ref={box} className={`drop ${className}`} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="head-button user-name"
        title={text}
        aria-haspopup={menu ? 'menu' : 'dialog'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        <span className="head-text">{text}</span>
        {more && <span className="weak">{more}</span>}
      </button>
      {open && (
        <Part>
          <Panel onClose={close} />
        </Part>
      )}
    </div>
  )
}

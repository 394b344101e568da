import { useCallback, useEffect, useRef, useState } from 'react'
import { currentConfig } from '../data/config.ts'
import { chooseLanguage, chosenLanguage, t } from '../i18n/t.ts'
import { keys } from '../pages/list/MoreMenu.tsx'
import { Icon } from './icons.tsx'
import { systemTitle } from './titles.ts'
import { useLogout } from './useSession.ts'

const HOUR = 3_600_000

export function Header() {
  const { manifest, boot } = currentConfig()
  const title = systemTitle(manifest.app, boot?.user)
  const name = manifest.app.systemName ? t(manifest.app.systemName) : title
  return (
    <header className="header">
      <strong className="system">{name}</strong>
      {name !== title && <span className="system-area">{title}</span>}
      <span className="space" />
      <Today />
      <UserMenu />
    </header>
  )
}

/** Refreshed hourly (R1.05): an office screen is left on over night. */
function Today() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), Number(currentConfig().manifest.app.constants.dateRefresh ?? HOUR))
    return () => clearInterval(timer)
  }, [])
  const language = chosenLanguage() === 'zh' ? 'zh-CN' : chosenLanguage()
  return <time dateTime={now.toISOString().slice(0, 10)}>{now.toLocaleDateString(language, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })}</time>
}

const NAMES: Record<string, string> = { zh: '简体中文', en: 'English' }

function UserMenu() {
  const { manifest, boot } = currentConfig()
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const logout = useLogout()
  const close = useCallback(() => setOpen(false), [])
  useOutside(box, open, close)
  const other = manifest.app.languages.filter((language) => language !== chosenLanguage())
  return (
    <div ref={box} className="user" onKeyDown={(event) => { if (open) keys(event, box.current, close) }}>
      <button type="button" className="user-name" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="user" />{boot?.user.nickName}<span className="weak">{boot?.user.sysOrg.orgName}</span>
      </button>
      {open && (
        <div role="menu" className="popup">
          {other.map((language) => (
            <button key={language} type="button" role="menuitem" lang={language} onClick={() => { chooseLanguage(language); location.reload() }}>{NAMES[language] ?? language}</button>
          ))}
          <button type="button" role="menuitem" onClick={() => { close(); logout() }}>{t('退出登录')}</button>
        </div>
      )}
    </div>
  )
}

export function useOutside(box: React.RefObject<HTMLElement | null>, active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return
    const outside = (event: PointerEvent) => { if (!box.current?.contains(event.target as Node)) close() }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [box, active, close])
}

import { useSyncExternalStore } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { notify } from '../../feedback/notice.ts'
import { chooseLanguage, chosenLanguage, joinNames, t } from '../../i18n/t.ts'
import { toggleFullScreen } from '../../navigation/maximised.ts'
import { openPart } from '../../navigation/openPart.ts'
import { useGo } from '../../navigation/navigation.ts'
import { mayLeave } from '../../navigation/unsaved.ts'
import { keepLook } from '../../data/keepLook.ts'
import { look } from '../../theme/look.ts'
import { manualOf } from '../../navigation/manuals.ts'
import { accountPage, dutyOf } from '../../navigation/accountPages.ts'
import { useLogout } from '../../signin/useSession.ts'
import './panels.css'

const NAMES: Record<string, string> = { zh: '简体中文', en: 'English' }

export function UserPanel({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const { manifest, boot } = currentConfig(app)
  const store = look(app)
  const current = useSyncExternalStore(store.subscribe, store.get)
  const logout = useLogout()
  const go = useGo()
  const other = manifest.app.languages.filter(language => language !== chosenLanguage())
  const switchTo = async (language: string) => {
    if (!(await mayLeave(app))) return
    chooseLanguage(language)
    location.reload()
  }
  const entry = (text: string, onPick: () => void) => (
    <button
      key={text}
      type="button"
      role="menuitem"
      onClick={() => {
        onClose()
        onPick()
      }}
    >
      {text}
    </button>
  )
  const check = (checked: boolean, text: string, onPick: () => void) => (
    <button type="button" role="menuitemcheckbox" aria-checked={checked} onClick={onPick}>
      {text}
    </button>
  )
  return (
    <div role="menu" className="popup user-panel" aria-label={t('个人菜单')}>
      <p className="panel-note">
        {joinNames(boot?.user.sysRoles.map(role => t(role.name)) ?? []) || boot?.user.username}
      </p>
      {!dutyOf(app)
        && ownPages(app, boot?.own === true).map(({ route, text }) => entry(text, () => go.to(`/${route}`)))}
      {entry(t('操作手册'), () => openManual(app, go.to))}
      {entry(t('快捷键'), () => openPart(app).set('shortcuts'))}
      {entry(document.fullscreenElement ? t('退出全屏') : t('全屏'), () => toggleFullScreen())}
      <hr />
      {check(current.theme === 'dark', t('深色'), () =>
        keepLook(app, { ...current, theme: current.theme === 'dark' ? 'light' : 'dark' }),
      )}
      {check(current.weak, t('色弱友好'), () => keepLook(app, { ...current, weak: !current.weak }))}
      {check(current.density === 'compact', t('紧凑'), () =>
        keepLook(app, { ...current, density: current.density === 'compact' ? 'default' : 'compact' }),
      )}
      {other.map(language => (
        <button key={language} type="button" role="menuitem" lang={language} onClick={() => void switchTo(language)}>
          {NAMES[language] ?? language}
        </button>
      ))}
      <hr />
      {entry(t('退出登录'), () => logout())}
    </div>
  )
}

/** Account pages in the menu; an existing backend supports only the change of password. */
function ownPages(app: ConsoleApp, own: boolean): { route: string; text: string }[] {
  const pages = [
    { route: accountPage(app, 'password'), text: t('修改密码') },
    { route: own ? accountPage(app, 'security') : undefined, text: t('账号安全') },
    { route: own ? accountPage(app, 'sessions') : undefined, text: t('登录设备') },
  ]
  return pages.flatMap(({ route, text }) => (route === undefined ? [] : [{ route, text }]))
}

/** A manual of ours is a page, a file opens in a tab of the browser. */
function openManual(app: ConsoleApp, go: (url: string) => void): void {
  const { manifest, boot } = currentConfig(app)
  const manual = manualOf(manifest.app, boot?.user)
  const page = accountPage(app, 'manual')
  if (typeof manual === 'string') window.open(manual, '_blank', 'noopener')
  else if (manual && page !== undefined) go(`/${page}`)
  else notify(app, { level: 'warning', text: t('操作手册不存在！') })
}

import { useSyncExternalStore } from 'react'
import { currentConfig } from '../../data/config/config.ts'
import { notify } from '../../feedback/notice.ts'
import { chooseLanguage, chosenLanguage, listed, t } from '../../i18n/t.ts'
import { mayLeave, useGo } from '../../navigation/navigation.ts'
import { keepLook } from '../../data/keepLook.ts'
import { currentLook, subscribeLook } from '../../theme/look.ts'
import { manualOf } from './manuals.ts'
import { accountPage, dutyOf } from '../../navigation/accountPages.ts'
import { useLogout } from '../../signin/useSession.ts'
import './panels.css'

const NAMES: Record<string, string> = { zh: '简体中文', en: 'English' }

export function UserPanel({ onClose }: { onClose: () => void }) {
  const { manifest, boot } = currentConfig()
  const look = useSyncExternalStore(subscribeLook, currentLook)
  const logout = useLogout()
  const go = useGo()
  const other = manifest.app.languages.filter(language => language !== chosenLanguage())
  const switchTo = async (language: string) => {
    if (!(await mayLeave())) return
    chooseLanguage(language)
    location.reload()
  }
  const check = (checked: boolean, text: string, onPick: () => void) => (
    <button type="button" role="menuitemcheckbox" aria-checked={checked} onClick={onPick}>
      {text}
    </button>
  )
  return (
    <div role="menu" className="popup user-panel" aria-label={t('个人菜单')}>
      <p className="panel-note">{listed(boot?.user.sysRoles.map(role => t(role.name)) ?? []) || boot?.user.username}</p>
      {!dutyOf()
        && ownPages(boot?.own === true).map(({ route, text }) => (
          <button
            key={route}
            type="button"
            role="menuitem"
            onClick={() => {
              onClose()
              go.to(`/${route}`)
            }}
          >
            {text}
          </button>
        ))}
      <button
        type="button"
        role="menuitem"
        onClick={() => {
          onClose()
          openManual()
        }}
      >
        {t('操作手册')}
      </button>
      <hr />
      {check(look.theme === 'dark', t('深色'), () =>
        keepLook({ ...look, theme: look.theme === 'dark' ? 'light' : 'dark' }),
      )}
      {check(look.weak, t('色弱友好'), () => keepLook({ ...look, weak: !look.weak }))}
      {check(look.density === 'compact', t('紧凑'), () =>
        keepLook({ ...look, density: look.density === 'compact' ? 'default' : 'compact' }),
      )}
      {other.map(language => (
        <button key={language} type="button" role="menuitem" lang={language} onClick={() => void switchTo(language)}>
          {NAMES[language] ?? language}
        </button>
      ))}
      <hr />
      <button
        type="button"
        role="menuitem"
        onClick={() => {
          onClose()
          logout()
        }}
      >
        {t('退出登录')}
      </button>
    </div>
  )
}

/** What is everybody's; an existing backend knows only the password. */
function ownPages(own: boolean): { route: string; text: string }[] {
  const pages = [
    { route: accountPage('password'), text: t('修改密码') },
    { route: own ? accountPage('security') : undefined, text: t('账号安全') },
    { route: own ? accountPage('sessions') : undefined, text: t('登录设备') },
  ]
  return pages.flatMap(({ route, text }) => (route === undefined ? [] : [{ route, text }]))
}

function openManual(): void {
  const { manifest, boot } = currentConfig()
  const file = manualOf(manifest.app, boot?.user)
  if (file) window.open(file, '_blank', 'noopener')
  else notify({ level: 'warning', text: t('操作手册不存在！') })
}

import { useSyncExternalStore } from 'react'
import { currentConfig } from '../data/config.ts'
import { notify } from '../data/notice.ts'
import { chooseLanguage, chosenLanguage, listed, t } from '../i18n/t.ts'
import { mayLeave, useGo } from '../pages/navigation.ts'
import { keepLook } from '../theme/keepLook.ts'
import { currentLook, subscribeLook } from '../theme/look.ts'
import { manualOf } from './manuals.ts'
import { mustChangePassword, PASSWORD_PAGE } from './mustChange.ts'
import { useLogout } from './useSession.ts'
import './panels.css'

const NAMES: Record<string, string> = { zh: '简体中文', en: 'English' }

export function UserPanel({ onClose }: { onClose: () => void }) {
  const { manifest, boot } = currentConfig()
  const look = useSyncExternalStore(subscribeLook, currentLook)
  const logout = useLogout()
  const go = useGo()
  const other = manifest.app.languages.filter((language) => language !== chosenLanguage())
  const switchTo = async (language: string) => {
    if (!(await mayLeave())) return
    chooseLanguage(language)
    location.reload()
  }
  const check = (checked: boolean, text: string, onPick: () => void) => (
    <button type="button" role="menuitemcheckbox" aria-checked={checked} onClick={onPick}>{text}</button>
  )
  return (
    <div role="menu" className="popup user-panel" aria-label={t('个人菜单')}>
      <p className="panel-note">{listed(boot?.user.sysRoles.map((role) => t(role.name)) ?? []) || boot?.user.username}</p>
      {manifest.pages[PASSWORD_PAGE] && !mustChangePassword() && <button type="button" role="menuitem" onClick={() => { onClose(); go.to(`/${PASSWORD_PAGE}`) }}>{t('修改密码')}</button>}
      <button type="button" role="menuitem" onClick={() => { onClose(); openManual() }}>{t('操作手册')}</button>
      <hr />
      {check(look.theme === 'dark', t('深色'), () => keepLook({ ...look, theme: look.theme === 'dark' ? 'light' : 'dark' }))}
      {check(look.weak, t('色弱友好'), () => keepLook({ ...look, weak: !look.weak }))}
      {check(look.density === 'compact', t('紧凑'), () => keepLook({ ...look, density: look.density === 'compact' ? 'default' : 'compact' }))}
      {other.map((language) => (
        <button key={language} type="button" role="menuitem" lang={language} onClick={() => void switchTo(language)}>{NAMES[language] ?? language}</button>
      ))}
      <hr />
      <button type="button" role="menuitem" onClick={() => { onClose(); logout() }}>{t('退出登录')}</button>
    </div>
  )
}

function openManual(): void {
  const { manifest, boot } = currentConfig()
  const file = manualOf(manifest.app, boot?.user)
  if (file) window.open(file, '_blank', 'noopener')
  else notify({ level: 'warning', text: t('操作手册不存在！') })
}

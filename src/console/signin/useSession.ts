import { useCallback } from 'react'
import { useApp } from '../app/useApp.ts'
import { logout } from '../data/config/auth.ts'
import { ask } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'

/** Signing out asks for confirmation (R4.01). */
export function useLogout(): () => void {
  const app = useApp()
  return useCallback(() => {
    void ask(app, { title: t('确定退出登录？'), ok: t('退出') }).then(yes => {
      if (yes) void logout(app)
    })
  }, [app])
}

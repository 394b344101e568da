import { t } from '../i18n/t.ts'
import type { Duty } from '../navigation/accountPages.ts'
import { useLogout } from '../signin/useSession.ts'

/**
 * Shown if the user must change the password (or similar) but the configuration has no page for it; a redirect would
 * loop.
 */
export function NoDutyPage({ duty }: { duty: Duty }) {
  const logout = useLogout()
  return (
    <section className="page">
      <div className="state" role="alert">
        <h1>{t(duty.view === 'password' ? '需要先修改一次性密码' : '需要先设置动态验证')}</h1>
        <p>{t('系统没有配置这个页面（kind: system, view: {view}），请联系管理员', { view: duty.view })}</p>
        <button type="button" className="button" onClick={logout}>
          {t('退出登录')}
        </button>
      </div>
    </section>
  )
}

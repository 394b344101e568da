import { useMemo } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { targetsOf } from '../../menu/find.ts'
import { recentUrls } from '../../menu/recent.ts'
import { useGo } from '../../navigation/navigation.ts'
import { routeOf } from '../../navigation/routes.ts'
import '../account/password.css'

const MOST = 8

/** Start page for users who have no page in the first menu (R2.04): their account, and links to pages they use. */
export function Welcome() {
  const app = useApp()
  const { boot } = currentConfig(app)
  const go = useGo()
  const links = useMemo(() => usualLinks(app), [app])
  const user = boot?.user
  return (
    <section className="page">
      <div className="welcome">
        <h1>{t('欢迎，{name}', { name: user?.nickName ?? '' })}</h1>
        <section className="panel">
          <dl>
            <dt>{t('姓名')}</dt>
            <dd>{user?.nickName}</dd>
            <dt>{t('单位')}</dt>
            <dd>{user?.sysOrg.orgName}</dd>
            <dt>{t('辖区')}</dt>
            <dd>{user && t(user.sysArea.areaName)}</dd>
          </dl>
        </section>
        <section className="panel">
          <h2>{t('常用入口')}</h2>
          {links.length === 0 && <p className="weak">{t('该账号没有菜单权限，请联系管理员配置菜单！')}</p>}
          <div className="welcome-links">
            {links.map(link => (
              <a
                key={link.url}
                href={`/${routeOf(link.url)}`}
                onClick={event => {
                  event.preventDefault()
                  go.to(`/${routeOf(link.url)}`)
                }}
              >
                {link.title}
                <small>{link.within}</small>
              </a>
            ))}
          </div>
        </section>
      </div>
    </section>
  )
}

/** Pages used last, filled up with the first of the menu. */
function usualLinks(app: ConsoleApp) {
  const targets = targetsOf(currentConfig(app).boot?.menu ?? [], t).filter(target => !target.external)
  const recent = recentUrls(app).flatMap(url => targets.find(target => target.url === url) ?? [])
  return [...new Set([...recent, ...targets])].slice(0, MOST)
}

import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { accountPage } from '../../navigation/accountPages.ts'
import { useGo } from '../../navigation/navigation.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import './password.css'

/** Security settings of the user's account; available to everyone, whatever their menu. */
export function Security({ page }: { page: { route: string; title: string } }) {
  const app = useApp()
  const go = useGo()
  const { boot } = currentConfig(app)
  const ways = [
    { route: accountPage(app, 'password'), label: t('修改密码'), note: t('修改后其他登录全部结束') },
    { route: accountPage(app, 'sessions'), label: t('登录设备'), note: t('查看并结束在别处的登录') },
  ].flatMap(({ route, ...way }) => (route === undefined || boot?.user.mustEnrol ? [] : [{ route, ...way }]))
  return (
    <section className="page">
      <PageHead page={page} />
      {boot?.user.mustEnrol && (
        <p className="password-first" role="status">
          {t('您的单位或角色要求使用动态验证，设置之后才能使用系统。')}
        </p>
      )}
      <SecondFactor />
      {ways.length > 0 && (
        <div className="welcome-links security-ways">
          {ways.map(({ route, label, note }) => (
            <a
              key={route}
              href={`/${route}`}
              onClick={event => {
                event.preventDefault()
                go.to(`/${route}`)
              }}
            >
              {label}
              <small>{note}</small>
            </a>
          ))}
        </div>
      )}
    </section>
  )
}

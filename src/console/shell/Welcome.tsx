import { currentConfig } from '../data/config.ts'
import { t } from '../i18n/t.ts'

export function Welcome() {
  const user = currentConfig().boot?.user
  return (
    <section className="page">
      <div className="state">
        <h1>{t('欢迎，{name}', { name: user?.nickName ?? '' })}</h1>
        <p>{user?.sysOrg.orgName} {user?.sysArea.areaName}</p>
        <p className="weak">{t('请从左侧菜单开始工作')}</p>
      </div>
    </section>
  )
}

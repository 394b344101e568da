import { t } from '../../i18n/t.ts'
import { useGo } from '../../navigation/navigation.ts'

export function NotFound() {
  const go = useGo()
  return (
    <section className="page">
      <div className="state">
        <h1>{t('打不开这个页面')}</h1>
        <p>{t('没有这个页面，或者您没有查看它的权限')}</p>
        <button type="button" className="button primary" onClick={() => go.to('/')}>
          {t('回到首页')}
        </button>
      </div>
    </section>
  )
}

import { useApp } from '../../../app/useApp.ts'
import { joinNames, t } from '../../../i18n/t.ts'
import { saveColumns } from '../columns/columnPrefs.ts'
import { toStored, type ColumnStore } from '../columns/columnStore.ts'
import './extra.css'

/** Tells the user which columns the configuration has added or removed since their settings were stored. */
export function ColumnNotice({ route, store }: { route: string; store: ColumnStore }) {
  const app = useApp()
  const { added, removed } = store.changes()
  const accept = () => {
    store.apply(toStored(store.setting(), store.label))
    void saveColumns(app, route, store.stored()).catch(() => undefined)
  }
  return (
    <div className="strip" role="status">
      <span>
        {t('列的配置有更新。')}
        {added.length > 0 && t('新增：{names}。', { names: joinNames(added.map(store.label)) })}
        {removed.length > 0 && t('不再有：{names}。', { names: joinNames(removed) })}
      </span>
      <button type="button" className="link" onClick={accept}>
        {t('知道了')}
      </button>
    </div>
  )
}

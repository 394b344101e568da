import type { EntityFacts } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'

/** Shown instead of a record that does not exist: the reason, and a link back. */
export function NoRecord({
  entity,
  unnamed = false,
  onBack,
}: {
  entity: EntityFacts
  unnamed?: boolean
  onBack: () => void
}) {
  const what = { entity: t(entity.label) }
  return (
    <div className="state">
      <p>
        {unnamed
          ? t('网址里没有写明是哪一条{entity}，请从列表打开', what)
          : t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', what)}
      </p>
      <button type="button" className="button" onClick={onBack}>
        {t('返回')}
      </button>
    </div>
  )
}

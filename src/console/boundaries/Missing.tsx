import { t } from '../i18n/t.ts'

/** Stands where something was named that does not exist; says where it was named. */
export function Missing({ what, origin }: { what: string; origin: string }) {
  return (
    <div className="missing" role="note">
      <strong>{t('没有名为“{name}”的部件', { name: what })}</strong>
      <code>{origin}</code>
    </div>
  )
}

import { t } from '../i18n/t.ts'

/** Placeholder for a thing that the configuration names but that does not exist; says where it is named. */
export function Missing({ what, origin }: { what: string; origin: string }) {
  return (
    <div className="missing" role="note">
      <strong>{t('没有名为“{name}”的部件', { name: what })}</strong>
      <code>{origin}</code>
    </div>
  )
}

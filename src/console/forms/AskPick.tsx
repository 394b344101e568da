import type { FormField } from '../../core/contract/configuration.ts'
import { t } from '../i18n/t.ts'

/** Which of the fields to change; those that are not chosen stay as they are. */
export function AskPick({
  fields,
  picked,
  onPick,
}: {
  fields: readonly FormField[]
  picked: readonly string[]
  onPick: (names: readonly string[]) => void
}) {
  return (
    <fieldset className="ask-pick">
      <legend>{t('要修改哪些')}</legend>
      {fields.map(({ name, label }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={picked.includes(name)}
            onChange={({ target }) =>
              onPick(target.checked ? [...picked, name] : picked.filter(other => other !== name))
            }
          />
          {t(label)}
        </label>
      ))}
      <p>{t('所选各条都改成下面填的值，留空的清空；不符合登记要求的记录不改，逐条说明')}</p>
    </fieldset>
  )
}

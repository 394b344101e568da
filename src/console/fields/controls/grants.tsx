import { ALL_GRANTED } from '../../../core/model/roles.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { CheckboxesControl } from './checkboxes.tsx'
import './checks.css'

/** What a role grants: all of it, as a choice of its own, or what is ticked. Nothing ticked grants nothing. */
export function GrantsControl({ entries, value, onChange, ...props }: ControlProps) {
  const chosen = keysOf(value)
  const isAll = chosen.includes(ALL_GRANTED)
  const others = chosen.filter(key => key !== ALL_GRANTED)
  const pick = (all: boolean, keys: readonly string[]) => onChange?.([...(all ? [ALL_GRANTED] : []), ...keys])
  return (
    <>
      <label className="checks">
        <input
          type="checkbox"
          checked={isAll}
          disabled={props.disabled}
          onChange={event => pick(event.target.checked, others)}
        />
        {t('全部；另有勾选的业务，只限所勾选的')}
      </label>
      <CheckboxesControl {...props} entries={entries} value={others} onChange={keys => pick(isAll, keysOf(keys))} />
    </>
  )
}

import { ALL_GRANTED, PERMISSIONS, permissionsIn } from '../../../core/model/roles.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { CheckboxesControl } from './checkboxes.tsx'
import './checks.css'

/**
 * What a role grants: all of it, as a choice of its own, or what is ticked; nothing ticked grants nothing. What is
 * in no "all" stands by itself: the permissions that whoever ticks them has.
 */
export function GrantsControl({ id, field, entries, value, onChange, disabled }: ControlProps) {
  const app = useApp()
  const permissions = permissionsIn(currentConfig(app).boot?.permissions ?? [])
  const chosen = keysOf(value)
  const isAll = chosen.includes(ALL_GRANTED)
  const others = chosen.filter(key => key !== ALL_GRANTED)
  const pick = (all: boolean, keys: readonly string[]) => onChange?.([...(all ? [ALL_GRANTED] : []), ...keys])
  const group = (part: string, label: string, of: ControlProps['entries']) => (
    <CheckboxesControl
      id={`${id}-${part}`}
      field={{ ...field, label }}
      entries={of}
      value={others}
      disabled={disabled}
      onChange={keys => pick(isAll, keysOf(keys))}
    />
  )
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={t(field.label)} className="grants">
      <div className="checks">
        <label>
          <input
            type="checkbox"
            checked={isAll}
            disabled={disabled}
            onChange={event => pick(event.target.checked, others)}
          />
          {t('全部；另有勾选的业务，只限所勾选的')}
        </label>
      </div>
      {entries.length > 0 && group('buttons', field.label, entries)}
      {permissions.length > 0 && (
        <div className="apart">
          <span>{t('不在“全部”之内')}</span>
          {group(
            'permissions',
            '不在“全部”之内',
            permissions.map(key => [key, PERMISSIONS[key]]),
          )}
        </div>
      )}
    </div>
  )
}

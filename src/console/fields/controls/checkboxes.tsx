import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { AllOrNone } from './AllOrNone.tsx'
import './checks.css'

/** fewer are ticked one by one */
const FEW = 2

/** All choices as checkboxes. The value keeps the dictionary's order, and keys that the dictionary does not have. */
export function CheckboxesControl({ id, field, entries, value, onChange, disabled }: ControlProps) {
  const chosen = new Set(keysOf(value))
  const known = entries.map(([key]) => key)
  const turn = (key: string, on: boolean) => {
    const next = [
      ...known.filter(one => (one === key ? on : chosen.has(one))),
      ...[...chosen].filter(one => !known.includes(one)),
    ]
    onChange?.(field.kind === 'json' ? next : next.join(','))
  }
  const all = (on: boolean) => {
    const next = [...(on ? known : []), ...[...chosen].filter(one => !known.includes(one))]
    onChange?.(field.kind === 'json' ? next : next.join(','))
  }
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={t(field.label)} className="checks">
      {entries.map(([key, label]) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.has(key)}
            disabled={disabled}
            onChange={event => turn(key, event.target.checked)}
          />
          {t(label)}
        </label>
      ))}
      {known.length > FEW && <AllOrNone disabled={disabled} onPick={all} />}
    </div>
  )
}

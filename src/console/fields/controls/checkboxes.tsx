import { isRetired } from '../../../core/model/field/retired.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { choiceLabel, useOffered } from '../values/offered.ts'
import { keysOf } from '../values/text.ts'
import { AllOrNone } from './AllOrNone.tsx'
import './checks.css'

/** fewer are ticked one by one */
const FEW = 2

/** All choices as checkboxes. The value keeps the dictionary's order, and keys that the dictionary does not have. */
export function CheckboxesControl({ id, field, entries, value, onChange, disabled }: ControlProps) {
  const chosen = new Set(keysOf(value))
  const offered = useOffered(entries, value)
  const known = offered.map(([key]) => key)
  const turn = (key: string, on: boolean) => {
    const next = [
      ...known.filter(one => (one === key ? on : chosen.has(one))),
      ...[...chosen].filter(one => !known.includes(one)),
    ]
    onChange?.(field.kind === 'json' ? next : next.join(','))
  }
  const all = (on: boolean) => {
    const fit = offered.filter(entry => chosen.has(entry[0]) || !isRetired(entry)).map(([key]) => key)
    const next = [...(on ? fit : []), ...[...chosen].filter(one => !known.includes(one))]
    onChange?.(field.kind === 'json' ? next : next.join(','))
  }
  return (
    <div id={id} tabIndex={-1} role="group" aria-label={t(field.label)} className="checks">
      {offered.map(entry => (
        <label key={entry[0]}>
          <input
            type="checkbox"
            checked={chosen.has(entry[0])}
            disabled={disabled}
            onChange={event => turn(entry[0], event.target.checked)}
          />
          {choiceLabel(entry)}
        </label>
      ))}
      {known.length > FEW && <AllOrNone disabled={disabled} onPick={all} />}
    </div>
  )
}

import { useState, type KeyboardEvent } from 'react'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { blank, keysOf, plain } from '../values/text.ts'
import { choicesFrom } from '../filters/pickFilter.tsx'
import { useOffered } from '../values/offered.ts'
import { hint, invalid } from './hints.ts'
import { fixedText, numberIn } from './numbers.ts'
import { PickControl } from './pick.tsx'
import { Radio } from './Radio.tsx'

/*
 * Fields that are only typed into are the browser's own: a form is opened more often than anything else that is drawn,
 * and a library's text field takes many times as long as one of these.
 */

export function TextControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  return (
    <input
      id={id}
      className="input"
      value={plain(value)}
      disabled={disabled}
      aria-invalid={invalid(status)}
      placeholder={hint(field, disabled)}
      autoComplete="off"
      onChange={event => onChange?.(event.target.value)}
    />
  )
}

export function LongTextControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  const text = plain(value)
  return (
    <span className="long-text" data-count={field.maxLength ? `${[...text].length} / ${field.maxLength}` : undefined}>
      <textarea
        id={id}
        className="input"
        value={text}
        disabled={disabled}
        aria-invalid={invalid(status)}
        rows={2}
        placeholder={hint(field, disabled)}
        onChange={event => onChange?.(event.target.value)}
      />
    </span>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/** While it is typed into it holds the text as typed; what is no number is given on as it is, and told at the field. */
export function NumberControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  const [typed, setTyped] = useState<string | undefined>()
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || Number.isNaN(Number(value ?? 0))) return
    event.preventDefault()
    setTyped(undefined)
    onChange?.(numberIn(String(Number(value ?? 0) + by), field))
  }
  return (
    <span className="number" data-unit={t(field.unit ?? '') || undefined}>
      <input
        id={id}
        className="input"
        inputMode="decimal"
        value={typed ?? fixedText(value, field)}
        disabled={disabled}
        aria-invalid={invalid(status)}
        placeholder={hint(field, disabled)}
        autoComplete="off"
        onKeyDown={step}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange?.(numberIn(target.value, field))
        }}
      />
    </span>
  )
}

export function SelectControl({ entries, value, onChange, ...rest }: ControlProps) {
  const { multiple = false } = rest.field
  const offered = useOffered(entries, value)
  return (
    <PickControl
      {...rest}
      choices={choicesFrom(offered)}
      value={keysOf(value)}
      onChange={keys => onChange?.(multiple ? keys.join(',') : (keys[0] ?? null))}
    />
  )
}

const FLAGS = [
  [1, '是'],
  [0, '否'],
] as const

export function FlagControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  const current = blank(value) ? undefined : Number(value)
  return (
    <span
      id={id}
      className="flag"
      role="radiogroup"
      tabIndex={-1}
      aria-label={t(field.label)}
      aria-invalid={invalid(status)}
    >
      {FLAGS.map(([flag, label]) => (
        <Radio key={flag} name={id} checked={current === flag} disabled={disabled} onPick={() => onChange?.(flag)}>
          {t(label)}
        </Radio>
      ))}
    </span>
  )
}

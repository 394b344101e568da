import { useState } from 'react'
import type { Choice } from '../../data/choices.ts'
import type { ControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { useChoices } from '../pickers/useChoices.ts'
import { PickControl } from './pick.tsx'

/** Adds the current value to the choices if it is not among them, so that its name is shown. */
function withOwn(choices: Choice[], key: string | undefined, named: string | undefined): Choice[] {
  return !key || !named || choices.some(({ value }) => value === key)
    ? choices
    : [{ value: key, name: named, label: named }, ...choices]
}

export function RefControl({ id, field, value, named, onChange, disabled, status }: ControlProps) {
  const keys = keysOf(value)
  const [chosen, setChosen] = useState<string | undefined>()
  // the name that came with the record is only valid for the record's own value
  const own = !field.multiple && keys[0] && keys[0] !== chosen && named ? named : undefined
  const { choices, onSearch, ...found } = useChoices(
    field,
    { wanted: true, usable: field.choices !== 'all' },
    keys,
    own ? { [keys[0] ?? '']: own } : {},
  )
  return (
    <PickControl
      id={id}
      field={field}
      {...found}
      choices={onSearch ? choices : withOwn(choices, keys[0], own)}
      onSearch={onSearch}
      value={keys}
      disabled={disabled}
      status={status}
      onChange={next => {
        setChosen(next[0])
        onChange?.(next.join(','))
      }}
    />
  )
}

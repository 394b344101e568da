import type { ControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'
import { Pick } from './Pick.tsx'
import { useChoices } from './pickFilter.tsx'
import type { Choice } from '../../data/choices.ts'

/** A value that was there may lie outside what one may choose: it keeps its name. */
function withOwn(choices: Choice[], field: ControlProps['field'], key: string | undefined, named: string | undefined): Choice[] {
  return field.multiple || !key || !named || choices.some(({ value }) => value === key) ? choices : [{ value: key, label: named }, ...choices]
}

export function RefControl({ id, field, value, named, onChange, disabled, status }: ControlProps) {
  const { data, error, isValidating, mutate } = useChoices(field, true)
  return (
    <Pick
      id={id} choices={withOwn(data ?? [], field, keysOf(value)[0], named)} loading={!data && isValidating} onRetry={error && !isValidating ? () => void mutate() : undefined} multiple={field.multiple ?? false} value={keysOf(value)} disabled={disabled} status={status}
      onChange={(keys) => onChange?.(keys.join(','))}
    />
  )
}

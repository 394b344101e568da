import type { ControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'
import { Pick } from './Pick.tsx'
import { useChoices } from './pickFilter.tsx'

export function RefControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  const { data, isLoading } = useChoices(field.ref, true)
  return (
    <Pick
      id={id} choices={data ?? []} loading={isLoading} multiple={field.multiple ?? false} value={keysOf(value)} disabled={disabled} status={status}
      onChange={(keys) => onChange?.(keys.join(','))}
    />
  )
}

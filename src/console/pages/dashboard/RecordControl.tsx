import { useId, useMemo } from 'react'
import type { Filter } from '../../../core/contract/configuration.ts'
import { RefFilter } from '../../fields/filters/pickFilter.tsx'
import { t } from '../../i18n/t.ts'

interface Props {
  entity: string
  label: string
  /** '' where none is chosen */
  value: string
  onPick: (value: string) => void
}

/** Which unit, or which record, the page looks at; nothing chosen: all of them. */
export function RecordControl({ entity, label, value, onPick }: Props) {
  const id = useId()
  // rows of none cannot be looked at by it
  const field = useMemo<Filter>(
    () => ({ name: 'board-record', label, kind: 'ref', ref: entity, required: true, origin: '' }),
    [entity, label],
  )
  return (
    <span className="board-unit">
      <label htmlFor={id}>{t(label)}</label>
      <RefFilter key={value} id={id} field={field} entries={[]} value={value} onChange={onPick} />
    </span>
  )
}

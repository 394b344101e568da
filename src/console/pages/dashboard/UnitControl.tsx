import { UNITS } from '../../../core/contract/unit.ts'
import type { Filter } from '../../../core/contract/configuration.ts'
import { RefFilter } from '../../fields/filters/pickFilter.tsx'
import { t } from '../../i18n/t.ts'

const ID = 'board-unit'
/** A choice of one unit: rows of none cannot be looked at by it. */
const FIELD: Filter = { name: 'unit', label: '单位', kind: 'ref', ref: UNITS, required: true, origin: '' }

interface Props {
  /** '' where none is chosen */
  unit: string
  onPick: (unit: string) => void
}

/** Which unit the page looks at; nothing chosen: all of them. */
export function UnitControl({ unit, onPick }: Props) {
  return (
    <span className="board-unit">
      <label htmlFor={ID}>{t('单位')}</label>
      <RefFilter key={unit} id={ID} field={FIELD} entries={[]} value={unit} onChange={onPick} />
    </span>
  )
}

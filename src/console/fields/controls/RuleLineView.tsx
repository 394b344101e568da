import type { ComponentType } from 'react'
import type { FieldKind } from '../../../core/model/documents.ts'
import type { DictionaryEntries, FieldFacts } from '../../../core/contract/configuration.ts'
import type { RuleFields } from '../../../core/contract/rules.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { LINE_WORDS, operatorsOf, takesDays, takesValue, type RuleLine } from '../values/rules.ts'
import { Choose } from '../pickers/Choose.tsx'
import { Pick } from '../pickers/Pick.tsx'
import { AreaControl } from './area.tsx'
import { NumberControl, SelectControl, TextControl } from './basic.tsx'
import { DateControl } from './dates.tsx'
import { RefControl } from './ref.tsx'

const CONTROLS: Partial<Record<FieldKind, ComponentType<ControlProps>>> = {
  int: NumberControl,
  decimal: NumberControl,
  money: NumberControl,
  percent: NumberControl,
  date: DateControl,
  datetime: DateControl,
  flag: SelectControl,
  dict: SelectControl,
  status: SelectControl,
  area: AreaControl,
  ref: RefControl,
}
const FLAGS: DictionaryEntries = [
  ['1', '是'],
  ['0', '否'],
]

interface LineProps {
  id: string
  /** from 1 */
  nth: number
  known: RuleFields
  line: RuleLine
  disabled: boolean
  onChange: (next: RuleLine) => void
  onRemove: () => void
}

/** One line: a field, what is asked of it, and the value by the field's kind. */
export function RuleLineView({ id, nth, known, line, disabled, onChange, onRemove }: LineProps) {
  const field = known.fields.find(({ name }) => name === line.field)
  const operators = field ? operatorsOf(field.kind) : []
  const fields = known.fields.map(({ name, label }) => ({ value: name, label: t(label), name: t(label) }))
  const pickField = (name: string | undefined) => {
    const kind = known.fields.find(one => one.name === name)?.kind
    onChange({ field: name ?? '', operator: (kind && operatorsOf(kind)[0]) ?? '==', value: undefined })
  }
  return (
    <div className="rule-line" role="group" aria-label={t('第 {n} 行', { n: nth })}>
      <Pick
        id={`${id}.field`}
        choices={fields}
        multiple={false}
        value={line.field === '' ? [] : [line.field]}
        disabled={disabled}
        placeholder={t('请选择{name}', { name: t('字段') })}
        onChange={([name]) => pickField(name)}
      />
      <Choose
        label={t('怎样比较')}
        value={line.operator}
        disabled={disabled || !field}
        choices={operators.map(operator => [operator, t(LINE_WORDS[operator])])}
        onChange={operator => onChange({ ...line, operator })}
      />
      <span className="rule-value">
        {field && takesValue(line.operator) && (
          <LineValue
            id={`${id}.value`}
            known={known}
            field={field}
            line={line}
            disabled={disabled}
            onChange={value => onChange({ ...line, value })}
          />
        )}
      </span>
      <button type="button" className="link danger" disabled={disabled} onClick={onRemove}>
        {t('删除')}
      </button>
    </div>
  )
}

type Shared = Omit<LineProps, 'nth' | 'onChange' | 'onRemove'>
interface ValueProps extends Shared {
  field: RuleFields['fields'][number]
  onChange: (value: unknown) => void
}

function LineValue({ id, known, field, line, disabled, onChange }: ValueProps) {
  const facts: FieldFacts = takesDays(line.operator)
    ? { name: field.name, label: field.label, kind: 'int', unit: '天', origin: '' }
    : { ...field, multiple: line.operator === 'in' || line.operator === 'notIn', origin: '' }
  const Control = CONTROLS[facts.kind] ?? TextControl
  return (
    <Control
      id={id}
      field={facts}
      entries={field.kind === 'flag' ? FLAGS : (known.dictionaries[field.dict ?? ''] ?? [])}
      value={line.value === undefined ? line.value : facts.kind === 'flag' ? String(line.value) : line.value}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

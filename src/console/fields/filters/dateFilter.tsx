import { useState } from 'react'
import type { FilterControlProps } from '../values/definition.ts'
import { t } from '../../i18n/t.ts'
import { splitRange } from '../values/query.ts'
import type { DateRangeProps } from '../pickers/DateRange.tsx'
import { once, Touch } from '../pickers/Touch.tsx'

const picker = once<DateRangeProps>(async () => (await import('../pickers/DateRange.tsx')).DateRange)

export function DateFilter({ id, value, onChange }: FilterControlProps) {
  const [text, setText] = useState(value)
  const change = (next: string) => {
    setText(next)
    onChange(next)
  }
  const [from, to, isOpen] = splitRange(text)
  return (
    <Touch
      id={id}
      text={[from, isOpen ? t('{to}（不含）', { to }) : to].filter(Boolean).join(' ~ ')}
      icon="date"
      load={picker.load}
    >
      {touched => {
        const Picker = picker.get()
        return Picker ? <Picker id={id} value={text} onChange={change} {...touched} /> : null
      }}
    </Touch>
  )
}

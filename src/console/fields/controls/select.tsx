import Select from 'antd/es/select'
import { useState } from 'react'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { labels } from '../cells.tsx'
import type { FilterControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'
import { Touch } from './Touch.tsx'

export const optionsOf = (entries: DictionaryEntries) => entries.map(([value, label]) => ({ value, label: t(label) }))

export function SelectFilter({ id, field, entries, value, onChange }: FilterControlProps) {
  const [picked, setPicked] = useState(() => keysOf(value))
  const change = (next: string | string[] | undefined) => {
    const keys = next === undefined ? [] : [next].flat()
    setPicked(keys)
    onChange(keys.join(','))
  }
  return (
    <Touch id={id} text={labels(entries, picked)}>
      {({ open, autoFocus }) => (
        <Select<string | string[]>
          id={id} className="fill" allowClear showSearch optionFilterProp="label" placeholder={t('请选择')} options={optionsOf(entries)} maxTagCount="responsive"
          autoFocus={autoFocus} defaultOpen={open} {...(field.multiple ? { mode: 'multiple' as const } : {})}
          value={field.multiple ? picked : picked[0]} onChange={change}
        />
      )}
    </Touch>
  )
}

const FLAGS: DictionaryEntries = [['1', '是'], ['0', '否']]
export const FlagFilter = (props: FilterControlProps) => <SelectFilter {...props} entries={FLAGS} />

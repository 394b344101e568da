import Select from 'antd/es/select'
import { useState } from 'react'
import useSWR from 'swr'
import { choicesOf, hasChoices } from '../../data/choices.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps, FilterControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'
import { TextFilter } from './filters.tsx'
import { Touch, type TouchedProps } from './Touch.tsx'

interface PickProps extends Partial<TouchedProps> {
  id?: string
  refName: string
  multiple: boolean
  value: string[]
  onChange: (keys: string[]) => void
  disabled?: boolean
  status?: 'error' | undefined
}

const useChoices = (ref: string | undefined) => useSWR(ref && hasChoices(ref) ? ['choices', ref] : null, ([, name]) => choicesOf(name), { revalidateOnFocus: false })

function Pick({ id, refName, multiple, value, onChange, disabled, status, open, autoFocus }: PickProps) {
  const { data, isLoading } = useChoices(refName)
  const options = (data ?? []).map((choice) => ({ ...choice, title: choice.label.trim() }))
  return (
    <Select<string | string[]>
      id={id} className="fill" allowClear showSearch optionFilterProp="label" loading={isLoading} placeholder={t('请选择')} options={options} disabled={disabled} status={status}
      labelRender={({ label, value: key }) => (typeof label === 'string' ? label.trim() : String(key))} maxTagCount="responsive"
      defaultOpen={open ?? false} autoFocus={autoFocus ?? false} {...(multiple ? { mode: 'multiple' as const } : {})}
      value={multiple ? value : value[0]} onChange={(next) => onChange(next === undefined ? [] : [next].flat())}
    />
  )
}

export function RefFilter(props: FilterControlProps) {
  return hasChoices(props.field.ref) ? <PickFilter {...props} /> : <TextFilter {...props} />
}

function PickFilter({ id, field, value, onChange }: FilterControlProps) {
  const [keys, setKeys] = useState(() => keysOf(value))
  const { data } = useChoices(keys.length ? field.ref : undefined)
  const change = (next: string[]) => {
    setKeys(next)
    onChange(next.join(','))
  }
  const text = keys.map((key) => data?.find((choice) => choice.value === key)?.label.trim() ?? key).join('、')
  return (
    <Touch id={id} text={text}>
      {(touched) => <Pick id={id} refName={field.ref ?? ''} multiple={field.multiple ?? false} value={keys} onChange={change} {...touched} />}
    </Touch>
  )
}

export function RefControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  return (
    <Pick
      id={id} refName={field.ref ?? ''} multiple={field.multiple ?? false} value={keysOf(value)} disabled={disabled ?? false} status={status}
      onChange={(keys) => onChange?.(keys.join(','))}
    />
  )
}

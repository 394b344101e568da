import Select from 'antd/es/select'
import type { ReactElement } from 'react'
import { Antd } from '../../theme/Antd.tsx'
import { t } from '../../i18n/t.ts'
import type { Choice } from '../../data/choices.ts'
import { withFailed } from './Failed.tsx'
import type { TouchedProps } from './Touch.tsx'

export interface PickProps extends Partial<TouchedProps> {
  id?: string | undefined
  choices: Choice[]
  multiple: boolean
  value: string[]
  onChange: (keys: string[]) => void
  placeholder?: string
  loading?: boolean
  /** the choices could not be read: asks for them again */
  onRetry?: (() => void) | undefined
  disabled?: boolean | undefined
  status?: 'error' | undefined
}

/** One select for dictionaries, flags and references, in filters and in forms. */
export function Pick({ id, choices, multiple, value, onChange, placeholder, loading, onRetry, disabled, status, open, autoFocus }: PickProps) {
  return (
    <Antd>
      <Select<string | string[]>
        id={id} className="fill" allowClear showSearch optionFilterProp="label" options={choices} loading={loading ?? false} disabled={disabled ?? false} status={status ?? ''}
        placeholder={placeholder ?? (disabled ? '' : t('请选择'))} maxTagCount="responsive" defaultOpen={open ?? false} autoFocus={autoFocus ?? false}
        {...(onRetry ? { popupRender: (menu: ReactElement) => withFailed(menu, onRetry), notFoundContent: <></> } : {})}
        labelRender={({ label, value: key }) => (typeof label === 'string' ? label.trim() : String(key))} {...(multiple ? { mode: 'multiple' as const } : {})}
        value={multiple ? value : value[0]} onChange={(next) => onChange(next === undefined || next === null ? [] : [next].flat())}
      />
    </Antd>
  )
}

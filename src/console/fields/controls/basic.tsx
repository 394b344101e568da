import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { blank, keysOf, plain } from '../values/text.ts'
import { Pick } from '../pickers/Pick.tsx'
import { choicesFrom } from '../filters/pickFilter.tsx'

/** no placeholder in a disabled control */
const hint = (label: string, disabled: boolean | undefined) => (disabled ? '' : t('请输入{name}', { name: t(label) }))

export function TextControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  return (
    <Input
      id={id}
      value={plain(value)}
      disabled={disabled}
      status={status}
      maxLength={field.maxLength}
      placeholder={hint(field.label, disabled)}
      autoComplete="off"
      onChange={event => onChange?.(event.target.value)}
    />
  )
}

export function LongTextControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  return (
    <Input.TextArea
      id={id}
      value={plain(value)}
      disabled={disabled}
      status={status}
      maxLength={field.maxLength}
      showCount={Boolean(field.maxLength)}
      rows={2}
      placeholder={hint(field.label, disabled)}
      onChange={event => onChange?.(event.target.value)}
    />
  )
}

export function NumberControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  return (
    <InputNumber
      id={id}
      className="fill"
      value={blank(value) ? null : Number(value)}
      disabled={disabled}
      status={status}
      placeholder={hint(field.label, disabled)}
      suffix={field.unit ? t(field.unit) : undefined}
      {...(field.kind === 'int' ? { precision: 0 } : field.kind === 'money' ? { precision: 2 } : {})}
      onChange={next => onChange?.(next)}
    />
  )
}

export function SelectControl({ id, field, entries, value, onChange, disabled, status }: ControlProps) {
  return (
    <Pick
      id={id}
      choices={choicesFrom(entries)}
      multiple={field.multiple ?? false}
      value={keysOf(value)}
      disabled={disabled}
      status={status}
      placeholder={disabled ? '' : t('请选择{name}', { name: t(field.label) })}
      onChange={keys => onChange?.(field.multiple ? keys.join(',') : (keys[0] ?? null))}
    />
  )
}

export function FlagControl({ id, value, onChange, disabled }: ControlProps) {
  const options = [
    { value: 1, label: t('是') },
    { value: 0, label: t('否') },
  ]
  const current = blank(value) ? undefined : Number(value)
  return (
    <span id={id} tabIndex={-1}>
      <Radio.Group
        options={options}
        value={current}
        disabled={disabled}
        onChange={event => onChange?.(event.target.value)}
      />
    </span>
  )
}

import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { exceededBound } from '../../../core/contract/form-rules.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'

const DAY = 'YYYY-MM-DD'
const TIME = 'YYYY-MM-DD HH:mm:ss'

/** Disables days outside the bounds. */
function isBeyond({ min, max }: ControlProps['field'], day: string): boolean {
  return (
    exceededBound({ ...(typeof min === 'string' ? { min } : {}), ...(typeof max === 'string' ? { max } : {}) }, day)
    !== undefined
  )
}

function Picker({ id, field, value, onChange, disabled, status, time }: ControlProps & { time: boolean }) {
  return (
    <DatePicker
      id={id}
      className="fill"
      value={value ? dayjs(String(value)) : null}
      disabled={disabled}
      status={status}
      showTime={time}
      format={time ? 'YYYY-MM-DD HH:mm' : DAY}
      placeholder={disabled ? '' : t('请选择{name}', { name: t(field.label) })}
      disabledDate={day => isBeyond(field, day.format(DAY))}
      onChange={next => onChange?.(next ? next.format(time ? TIME : DAY) : null)}
    />
  )
}

export const DateControl = (props: ControlProps) => <Picker {...props} time={false} />
export const DateTimeControl = (props: ControlProps) => <Picker {...props} time />

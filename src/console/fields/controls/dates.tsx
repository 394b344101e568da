import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../definition.ts'

const DAY = 'YYYY-MM-DD'
const TIME = 'YYYY-MM-DD HH:mm:ss'

function Picker({ id, field, value, onChange, disabled, status, time }: ControlProps & { time: boolean }) {
  return (
    <DatePicker
      id={id} className="fill" value={value ? dayjs(String(value)) : null} disabled={disabled} status={status} showTime={time}
      format={time ? 'YYYY-MM-DD HH:mm' : DAY} placeholder={disabled ? '' : t('请选择{name}', { name: t(field.label) })}
      onChange={(next) => onChange?.(next ? next.format(time ? TIME : DAY) : null)}
    />
  )
}

export const DateControl = (props: ControlProps) => <Picker {...props} time={false} />
export const DateTimeControl = (props: ControlProps) => <Picker {...props} time />

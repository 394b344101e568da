import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { exceededBound } from '../../../core/contract/form-rules.ts'
import { Touch } from '../pickers/Touch.tsx'
import type { ControlProps } from '../values/definition.ts'
import { dateText, minuteText } from '../values/text.ts'
import { pickHint } from './hints.ts'

const DAY = 'YYYY-MM-DD'
const TIME = 'YYYY-MM-DD HH:mm:ss'

/** Disables days outside the bounds. */
function isBeyond({ min, max }: ControlProps['field'], day: string): boolean {
  return (
    exceededBound({ ...(typeof min === 'string' ? { min } : {}), ...(typeof max === 'string' ? { max } : {}) }, day)
    !== undefined
  )
}

/**
 * A day that was typed and is beyond the bounds: a picker takes none such, and would forget it without a word. As the
 * field's value it is told what is wrong with it.
 */
function typedBeyond(field: ControlProps['field'], typed: string, time: boolean): string | undefined {
  const [, day = '', minutes] = /^\s*(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?\s*$/.exec(typed) ?? []
  // 2026-02-30 is read as a day of March
  if (day === '' || dayjs(day).format(DAY) !== day || !isBeyond(field, day)) return undefined
  return time ? `${day} ${minutes ?? '00:00'}:00` : day
}

function Picker({ id = '', field, value, onChange, disabled, status, time }: ControlProps & { time: boolean }) {
  const placeholder = pickHint(field, disabled)
  const text = (time ? minuteText : dateText)(value)
  return (
    <Touch id={id} text={text} icon="date" placeholder={placeholder} disabled={disabled} status={status}>
      {({ open, autoFocus }) => (
        <DatePicker
          id={id}
          className="fill"
          defaultOpen={open}
          autoFocus={autoFocus}
          value={value ? dayjs(String(value)) : null}
          disabled={disabled}
          status={status}
          showTime={time}
          format={time ? 'YYYY-MM-DD HH:mm' : DAY}
          placeholder={placeholder}
          disabledDate={day => isBeyond(field, day.format(DAY))}
          onBlur={({ target }) => {
            const typed = typedBeyond(field, (target as HTMLInputElement).value, time)
            if (typed !== undefined) onChange?.(typed)
          }}
          onChange={next => onChange?.(next ? next.format(time ? TIME : DAY) : null)}
        />
      )}
    </Touch>
  )
}

export const DateControl = (props: ControlProps) => <Picker {...props} time={false} />
export const DateTimeControl = (props: ControlProps) => <Picker {...props} time />

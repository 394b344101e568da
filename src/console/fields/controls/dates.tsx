import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { exceededBound } from '../../../core/contract/form-rules.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import { Touch } from '../pickers/Touch.tsx'
import type { ControlProps } from '../values/definition.ts'
import { dateText, minuteText } from '../values/text.ts'
import { typedIn, typedMoment } from '../values/typed.ts'
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
 * What was typed, as the field's value. A picker takes only days within the bounds, written as it writes them, and
 * forgets everything else without a word: as the field's value it is told what is wrong with it.
 */
const typedValue = (typed: string, time: boolean): string =>
  String(readerOf({ kind: time ? 'datetime' : 'date' })(typed) ?? typed.trim())

function Picker({ id = '', field, value, onChange, disabled, status, time }: ControlProps & { time: boolean }) {
  const placeholder = pickHint(field, disabled)
  const text = (time ? minuteText : dateText)(value)
  // given another object, though of the same day, the picker forgets what is being typed
  const shown = useMemo(() => (typedMoment(String(value ?? '')) ? dayjs(String(value)) : null), [value])
  return (
    <Touch id={id} text={text} icon="date" placeholder={placeholder} disabled={disabled} status={status}>
      {({ open, autoFocus }) => (
        <DatePicker
          id={id}
          className="fill"
          defaultOpen={open}
          autoFocus={autoFocus}
          value={shown}
          disabled={disabled}
          status={status}
          showTime={time}
          format={time ? 'YYYY-MM-DD HH:mm' : DAY}
          placeholder={placeholder}
          disabledDate={day => isBeyond(field, day.format(DAY))}
          onBlur={({ target }) => {
            const typed = typedIn(target)
            if (typed === undefined) return
            if (typed !== '' && typed !== text) onChange?.(typedValue(typed, time))
            // what is none stands in no picker: left empty, it is given up
            else if (typed === '' && text !== '' && !typedMoment(text)) onChange?.(null)
          }}
          onChange={next => onChange?.(next ? next.format(time ? TIME : DAY) : null)}
        />
      )}
    </Touch>
  )
}

export const DateControl = (props: ControlProps) => <Picker {...props} time={false} />
export const DateTimeControl = (props: ControlProps) => <Picker {...props} time />

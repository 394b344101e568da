import DatePicker from 'antd/es/date-picker'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import { chinaDay } from '../../i18n/day.ts'
import { joinRange, splitRange } from '../values/query.ts'
import { spansOf } from '../values/spans.ts'
import { typedIn, typedMoment } from '../values/typed.ts'
import type { TouchedProps } from './Touch.tsx'

export interface DateRangeProps extends TouchedProps {
  id: string
  value: string
  onChange: (value: string) => void
}

/**
 * The range with the day that was typed at one end, the earlier first; undefined: it is none, or written as the
 * picker writes days. Those it takes itself, and forgets all others without a word.
 */
export function withTyped(
  [from, to]: readonly [from: string, to: string],
  end: 'start' | 'end' | undefined,
  typed: string,
): string | undefined {
  const [day] = typedMoment(typed) ?? []
  if (day === undefined || day === typed.trim()) return undefined
  return end === 'end' ? inOrder(from, day) : inOrder(day, to)
}

const inOrder = (first: string, last: string): string =>
  first !== '' && last !== '' && last < first ? joinRange(last, first) : joinRange(first, last)

const day = (text: string) => (text ? dayjs(text) : null)

export function DateRange({ id, value, onChange, open, autoFocus }: DateRangeProps) {
  const [from, to] = splitRange(value)
  // given other objects, though of the same days, the picker forgets what is being typed
  const shown = useMemo((): [Dayjs | null, Dayjs | null] => [day(from), day(to)], [from, to])
  return (
    <Antd>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        className="fill"
        allowEmpty={[true, true]}
        placeholder={[t('开始'), t('结束')]}
        separator="~"
        suffixIcon={null}
        defaultOpen={open}
        autoFocus={autoFocus}
        value={shown}
        presets={spansOf(chinaDay(), [from, to]).map(span => ({
          label: t(span.label),
          value: [dayjs(span.from), dayjs(span.to)],
        }))}
        onBlur={({ target }, { range }) => {
          const next = withTyped([from, to], range, typedIn(target) ?? '')
          if (next !== undefined && next !== value) onChange(next)
        }}
        // the picker's own would put an end that was typed earlier than the beginning in the place of both
        order={false}
        onChange={(_, texts) => onChange(inOrder(texts?.[0] ?? '', texts?.[1] ?? ''))}
      />
    </Antd>
  )
}

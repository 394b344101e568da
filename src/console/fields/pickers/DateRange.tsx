import DatePicker from 'antd/es/date-picker'
import dayjs from 'dayjs'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import { chinaDay } from '../../i18n/day.ts'
import { joinRange, splitRange } from '../values/query.ts'
import { spansOf } from '../values/spans.ts'
import { typedMoment } from '../values/typed.ts'
import type { TouchedProps } from './Touch.tsx'

export interface DateRangeProps extends TouchedProps {
  id: string
  value: string
  onChange: (value: string) => void
}

const day = (text: string) => (text ? dayjs(text) : null)

export function DateRange({ id, value, onChange, open, autoFocus }: DateRangeProps) {
  const [from, to] = splitRange(value)
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
        value={[day(from), day(to)]}
        presets={spansOf(chinaDay(), [from, to]).map(span => ({
          label: t(span.label),
          value: [dayjs(span.from), dayjs(span.to)],
        }))}
        onBlur={({ target }, { range }) => {
          // the picker takes days as it writes them, and forgets others without a word
          const [typed] = typedMoment((target as HTMLInputElement).value) ?? []
          if (typed === undefined || typed === (range === 'end' ? to : from)) return
          onChange(range === 'end' ? joinRange(from, typed) : joinRange(typed, to))
        }}
        onChange={(_, texts) => onChange(joinRange(texts?.[0] ?? '', texts?.[1] ?? ''))}
      />
    </Antd>
  )
}

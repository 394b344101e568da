import { useState } from 'react'
import { useApp } from '../app/useApp.ts'
import { SIGN_IN_LIST, SIGN_IN_SIGN } from '../data/calls/own-calls.ts'
import { send } from '../data/http/http.ts'
import { useCall } from '../data/http/query.ts'
import { chinaDay } from '../i18n/day.ts'
import { t } from '../i18n/t.ts'
import { Calendar, type CalendarProps } from './Calendar.tsx'
import { signedText } from './texts.ts'

interface SignIns {
  /** the server's day */
  today: string
  days: string[]
}

/** The calendar in which a person signs in for the day: the server keeps the days, and says which one is today. */
export function SignCalendar(
  props: Omit<CalendarProps, 'mode' | 'days' | 'onChoose' | 'status' | 'today' | 'onMonth'>,
) {
  const app = useApp()
  const [month, setMonth] = useState(() => chinaDay().slice(0, 7))
  const { data, error, mutate } = useCall<SignIns>(SIGN_IN_LIST, { month })
  const [signed, setSigned] = useState('')
  const sign = async () => {
    // what is refused is told by the console; the list shows what holds
    const done = await send(app, SIGN_IN_SIGN, {}).then(
      () => true,
      () => false,
    )
    await mutate()
    setSigned(done ? signedText(props.words) : '')
  }
  const count = data?.days.filter(day => day.startsWith(month)).length ?? 0
  const status = error
    ? t('签到记录没有读出：{why}', { why: error.message })
    : data && (signed || t('本月已签到 {n} 天', { n: count }))
  return (
    <Calendar
      {...props}
      mode="sign"
      today={data?.today}
      days={data?.days}
      status={status}
      onMonth={next => {
        setMonth(next)
        setSigned('')
      }}
      onChoose={() => void sign()}
    />
  )
}

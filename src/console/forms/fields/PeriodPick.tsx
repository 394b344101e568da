import { useForm, observer } from '@formily/react'
import { Suspense, useId, useState } from 'react'
import type { FormField } from '../../../core/contract/configuration.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'

const Calendar = lazyPart(async () => ({ default: (await import('../../calendar/Calendar.tsx')).Calendar }))

interface Props {
  /** with its bounds worked out */
  field: FormField
  until: string
  disabled: boolean
}

const DAY = 10

/** A calendar on which a period is chosen by two clicks, which fill in both of its ends. */
export const PeriodPick = observer(function PeriodPick({ field, until, disabled }: Props) {
  const form = useForm()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const values = form.values as Record<string, unknown>
  const days = [values[field.name], values[until]].map(value => plain(value).slice(0, DAY)).filter(Boolean)
  const choose = (chosen: readonly string[]) => {
    const [begin, end] = field.kind === 'datetime' ? [' 00:00:00', ' 23:59:59'] : ['', '']
    form.setValues({ [field.name]: `${chosen[0]}${begin}`, [until]: `${chosen.at(-1)}${end}` }, 'merge')
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        className="button lookup"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
      >
        {t('选起止日期')}
      </button>
      {isOpen && (
        <div
          id={id}
          className="period-pick"
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setOpen(false)
          }}
        >
          <Suspense fallback={null}>
            <Calendar
              mode="range"
              label={t('选起止日期')}
              festivals
              days={days}
              status={t('点两下：先起，后止')}
              {...(typeof field.min === 'string' ? { disableBefore: field.min.slice(0, DAY) } : {})}
              {...(typeof field.max === 'string' ? { disableAfter: field.max.slice(0, DAY) } : {})}
              onChoose={choose}
            />
          </Suspense>
        </div>
      )}
    </>
  )
})

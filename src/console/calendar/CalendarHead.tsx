import { t } from '../i18n/t.ts'
import { monthName, yearName } from './texts.ts'

export type Panel = 'days' | 'months' | 'years'

interface CalendarHeadProps {
  month: string
  panel: Panel
  /** steps months; a year is 12 of them */
  onStep: (months: number) => void
  onPanel: (panel: Panel) => void
  onToday: () => void
}

const YEAR = 12

/** Month and year with steps; in the panel of years the long steps go twenty years. */
export function CalendarHead({ month, panel, onStep, onPanel, onToday }: CalendarHeadProps) {
  const far = panel === 'years' ? 20 * YEAR : YEAR
  const [back, on] = panel === 'years' ? [t('前二十年'), t('后二十年')] : [t('上一年'), t('下一年')]
  const toggle = (of: Panel) => onPanel(panel === of ? 'days' : of)
  return (
    <div className="calendar-head">
      <button type="button" className="link calendar-far" aria-label={back} onClick={() => onStep(-far)}>
        «
      </button>
      {panel === 'days' && (
        <button type="button" className="link" aria-label={t('上个月')} onClick={() => onStep(-1)}>
          ‹
        </button>
      )}
      <span className="calendar-title">
        <button type="button" className="link" aria-expanded={panel === 'years'} onClick={() => toggle('years')}>
          {yearName(Number(month.slice(0, 4)))}
        </button>
        <button type="button" className="link" aria-expanded={panel === 'months'} onClick={() => toggle('months')}>
          {monthName(month)}
        </button>
      </span>
      {panel === 'days' && (
        <button type="button" className="link" aria-label={t('下个月')} onClick={() => onStep(1)}>
          ›
        </button>
      )}
      <button type="button" className="link calendar-far" aria-label={on} onClick={() => onStep(far)}>
        »
      </button>
      <button type="button" className="link calendar-today" onClick={onToday}>
        {t('今天')}
      </button>
    </div>
  )
}

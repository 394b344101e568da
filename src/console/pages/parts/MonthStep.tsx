import { t } from '../../i18n/t.ts'

const two = (n: number): string => String(n).padStart(2, '0')

/** Adds months to a month: '2025-01' and -1 give '2024-12' (R2.23). */
export function stepMonth(month: string, by: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const count = year * 12 + of - 1 + by
  return `${Math.floor(count / 12)}-${two((count % 12) + 1)}`
}

interface MonthStepProps {
  /** YYYY-MM */
  value: string
  onChange: (month: string) => void
  min?: string
  max?: string
}

/** Month picker beside the breadcrumb. */
export function MonthStep({ value, onChange, min, max }: MonthStepProps) {
  const [before, after] = [stepMonth(value, -1), stepMonth(value, 1)]
  return (
    <span className="month-step">
      <button
        type="button"
        className="link"
        aria-label={t('上个月')}
        disabled={min !== undefined && before < min}
        onClick={() => onChange(before)}
      >
        ‹
      </button>
      <input
        type="month"
        className="input"
        aria-label={t('月份')}
        value={value}
        min={min}
        max={max}
        onChange={event => {
          if (/^\d{4}-\d\d$/.test(event.target.value)) onChange(event.target.value)
        }}
      />
      <button
        type="button"
        className="link"
        aria-label={t('下个月')}
        disabled={max !== undefined && after > max}
        onClick={() => onChange(after)}
      >
        ›
      </button>
    </span>
  )
}

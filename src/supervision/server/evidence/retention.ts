import type { AppDoc } from '../../../core/model/settings.ts'
import type { Services } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'

/** settings.evidence of app.yaml */
export const RETENTION_SETTINGS = {
  /** of evidence, from when it was taken and again from when its clue was closed */
  years: { kind: 'int', min: 1 },
  /** of what belongs to a case, from when that was closed */
  caseYears: { kind: 'int', min: 1 },
  /** clears the files of what is past its time; without it nothing goes by itself */
  discard: { kind: 'flag' },
} as const

export interface Terms {
  years: number
  caseYears: number
  discard: boolean
}
const STANDARD: Terms = { years: 3, caseYears: 30, discard: false }

export const termsOf = ({ settings }: Pick<AppDoc, 'settings'>): Terms => ({ ...STANDARD, ...settings?.['evidence'] })

/** How long evidence of a customer's area is kept. */
export function termsFor({ configuration }: Pick<Services, 'configuration'>, row: TableRow): Terms {
  const [customer, area] = [String(row['customerId'] ?? ''), String(row['areaCode'] ?? '')]
  return termsOf(configuration().scope({ ...(customer ? { customer } : {}), ...(area ? { area } : {}) }).manifest.app)
}

/** The same day some years on; of a leap day the first of March, so that nothing is kept for less. */
export function yearsAfter(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}

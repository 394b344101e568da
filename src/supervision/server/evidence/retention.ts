import type { AppDoc } from '../../../core/model/settings.ts'
import type { Services } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'

/** settings.evidence of app.yaml */
export const RETENTION_SETTINGS = {
  /** years from the capture, and from the closing of its clue */
  years: { kind: 'int', min: 1 },
  /** years from the closing of its case */
  caseYears: { kind: 'int', min: 1 },
  /** discards files past their retention; without it none are discarded automatically */
  discard: { kind: 'flag' },
} as const

export interface RetentionTerms {
  years: number
  caseYears: number
  discard: boolean
}
const STANDARD: RetentionTerms = { years: 3, caseYears: 30, discard: false }

export const termsOf = ({ settings }: Pick<AppDoc, 'settings'>): RetentionTerms => ({
  ...STANDARD,
  ...settings?.['evidence'],
})

/** Retention for the evidence of a customer's area. */
export function retentionTermsFor({ configuration }: Pick<Services, 'configuration'>, row: TableRow): RetentionTerms {
  const [customer, area] = [String(row['customerId'] ?? ''), String(row['areaCode'] ?? '')]
  return termsOf(configuration().scope({ ...(customer ? { customer } : {}), ...(area ? { area } : {}) }).manifest.app)
}

/** The same day some years later; 29 February becomes 1 March, so that no period is shortened. */
export function yearsAfter(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}

import type { AppDoc } from '../../../core/model/settings.ts'
import type { Services } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'

export interface Terms {
  years: number
  caseYears: number
  discard: boolean
}
const STANDARD: Terms = { years: 3, caseYears: 30, discard: false }

export const termsOf = ({ evidence }: Pick<AppDoc, 'evidence'>): Terms => ({ ...STANDARD, ...evidence })

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

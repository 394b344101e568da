import type { Page } from '../contract/configuration.ts'
import { isExpression } from '../model/field/written.ts'
import { simpleExpression } from './simple.ts'

/**
 * Whether the engine of expressions has to be there before a page is drawn: simple ones are computed without it. The
 * tabs of a record may be pages that need it.
 */
export const needsEngine = (page: Page): boolean => (page.kind === 'detail' && page.tabs.length > 0) || needsIt(page)

function needsIt(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(needsIt)
  if (typeof value !== 'object' || !value) return isExpression(value) && !simpleExpression(value)
  return Object.entries(value).some(([key, inner]) => key !== 'dictionaries' && needsIt(inner))
}

import { exact, FLAG, INT, list, TEXT, type Schema } from '../answer/schema.ts'

const DAYS = exact({ start: TEXT, end: TEXT })
/** Of a list request: field or range key → value. */
const FILTERS: Schema = { type: 'object' }
const NUMBERS = list({ type: ['number', 'null'] })
const GROUP = { labels: list(TEXT), values: NUMBERS, filters: FILTERS }
const MORE = {
  previous: NUMBERS,
  lastYear: NUMBERS,
  now: NUMBERS,
  open: { type: 'object', additionalProperties: { anyOf: [FILTERS, { const: false }] } },
  rest: { const: true },
  withheld: { const: true },
}
const ROW = exact({ keys: list(TEXT), ...GROUP }, MORE)

/** The numbers of one widget, or why there are none. */
export const FIGURES: Schema = {
  anyOf: [
    exact(
      {
        asOf: TEXT,
        measures: list(TEXT),
        by: list(TEXT),
        rows: list(ROW),
        total: ROW,
        filters: { type: 'object', additionalProperties: FILTERS },
      },
      {
        period: DAYS,
        compared: exact({}, { previous: DAYS, lastYear: DAYS }),
        subtotals: list(exact({ keys: list({ type: ['string', 'null'] }), ...GROUP }, MORE)),
        list: exact({ page: TEXT, filters: FILTERS }, { tab: TEXT }),
      },
    ),
    exact({ state: { enum: ['denied', 'failed'] }, message: TEXT }),
  ],
}

const VERSION = { version: INT, by: TEXT, unit: TEXT, at: TEXT, fingerprint: TEXT }
const ONCE = { unlocked: exact({ by: TEXT, at: TEXT, reason: TEXT }) }
const EARLIER = { earlier: list(exact(VERSION, ONCE)) }

/** Whether the numbers of a page are locked, and who may change that. */
export const LOCK: Schema = {
  anyOf: [
    exact({ state: { const: 'open' }, may: FLAG, ...EARLIER }, { because: TEXT }),
    exact(
      { state: { const: 'locked' }, ...VERSION, mayUnlock: FLAG, intact: FLAG, changed: INT, ...EARLIER },
      { partly: { const: true } },
    ),
  ],
}

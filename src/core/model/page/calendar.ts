/** What a click means: two ends, any days, today alone, or one day. */
export const CALENDAR_MODES = ['range', 'multi', 'sign', 'single'] as const
export type CalendarMode = (typeof CALENDAR_MODES)[number]

/** Words of a calendar's refusals; those left out are the console's own. */
export interface CalendarWords {
  /** a day of a month that is not looked at */
  otherMonth?: string
  /** signing on a day that is not today */
  otherDay?: string
  alreadySigned?: string
  /** said once today is signed */
  signed?: string
}

/** How a calendar looks and what may be chosen, as files give it. */
export interface CalendarOptions {
  mode: CalendarMode
  /** lunar days below those of the month */
  lunar?: boolean
  /** festivals and solar terms instead of lunar days */
  festivals?: boolean
  /** days before or after this one cannot be chosen; `today` is the day in China */
  disableBefore?: string
  disableAfter?: string
  /** of chosen days, of today, of days with events: #rgb, #rrggbb, rgb() or rgba() */
  colours?: { chosen?: string; today?: string; event?: string }
  words?: CalendarWords
}

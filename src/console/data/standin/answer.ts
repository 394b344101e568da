import type { BackendFacts } from '../../../core/contract/backend.ts'
import { isDoneOnce } from '../../../core/contract/api.ts'
import type { Call, Page } from '../../../core/contract/configuration.ts'
import type { Actor } from '../../../core/workflow/decide.ts'
import { t } from '../../i18n/t.ts'
import { LackError } from '../http/errors.ts'
import type { Args } from '../http/http.ts'

/** Answers a call of ours. */
export type Answer = (args: Args) => Promise<unknown>

/** What the console knows of whom it is in front of, and for whom. */
export interface Behind {
  facts: BackendFacts
  actor: Actor
  /** the reader's own */
  area: { areaCode: string; areaName: string }
  pageOf(route: string): Promise<Page | undefined>
}

/** Said aloud where somebody pressed something; what is read says it in its own place. */
export function lackOf(call: Call): LackError {
  const text = t('所接的后端没有这项功能')
  const notice = isDoneOnce(call) ? ({ level: 'warning', text } as const) : undefined
  return new LackError(404, notice, {}, false, undefined, false, text)
}

import type { SWRResponse } from 'swr'
import type { Outline } from '../../core/contract/outline.ts'
import type { ConsoleApp } from '../app/app.ts'
import { useApp } from '../app/useApp.ts'
import { currentConfig } from './config/config.ts'
import { useCall } from './http/query.ts'
import { GEO_OUTLINE } from './calls/own-calls.ts'

/** What the address of a map carries, so that the browser asks for it once as long as the server has the same maps. */
export function mapVersion(app: ConsoleApp): { t?: string } {
  const t = currentConfig(app).boot?.maps
  return t === undefined ? {} : { t }
}

/** The drawing of an area. */
export const useOutline = (code: string): SWRResponse<Outline, Error> =>
  useCall<Outline>(GEO_OUTLINE, { code, ...mapVersion(useApp()) }, { lasting: true })

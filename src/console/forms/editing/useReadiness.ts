import type { FormPage } from '../../../core/contract/configuration.ts'
import { useCall } from '../../data/http/query.ts'

interface Readiness {
  ok: boolean
  text: string
}

/** Why nothing can be saved here at the moment, in the server's words; nobody fills in a form in vain. */
export function useReadiness(page: FormPage): string | undefined {
  const { data } = useCall<Readiness>(page.ready, {})
  return data && !data.ok ? data.text : undefined
}

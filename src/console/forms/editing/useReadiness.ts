import type { FormPage } from '../../../core/contract/configuration.ts'
import { useCall } from '../../data/http/query.ts'

interface Readiness {
  ok: boolean
  text: string
}

/** The server's reason why saving is impossible at present, shown before the user fills in the form. */
export function useReadiness(page: FormPage): string | undefined {
  const { data } = useCall<Readiness>(page.ready, {})
  return data && !data.ok ? data.text : undefined
}

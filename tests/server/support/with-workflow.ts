import { vi } from 'vitest'
import type { WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { Configuration } from '../../../src/core/index.ts'
import type { Api } from './api.ts'

/** A workflow as one customer’s overlay has it, for as long as it is not restored. */
export function withWorkflow(
  api: Api,
  customer: string,
  name: string,
  change: (doc: WorkflowDoc) => void,
): { restore: () => void } {
  const before = api.services.configuration()
  const layered = (wanted: Parameters<Configuration['scope']>[0]): ReturnType<Configuration['scope']> => {
    const scoped = before.scope(wanted)
    if (wanted.customer !== customer) return scoped
    return new Proxy(scoped, {
      get(of, key) {
        if (key === 'workflow') return (other: string) => (other === name ? doc : of.workflow(other))
        const value: unknown = Reflect.get(of, key, of)
        return typeof value === 'function' ? value.bind(of) : value
      },
    })
  }
  const doc = structuredClone(before.scope({ customer }).workflow(name)!)
  change(doc)
  const scopes = vi.spyOn(api.services, 'configuration').mockReturnValue(
    new Proxy(before, {
      get(of, key) {
        if (key === 'scope') return layered
        if (key === 'workflows') return (other: string) => [...of.workflows(other), ...(other === name ? [doc] : [])]
        const value: unknown = Reflect.get(of, key, of)
        return typeof value === 'function' ? value.bind(of) : value
      },
    }),
  )
  return { restore: () => scopes.mockRestore() }
}

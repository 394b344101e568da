import type { FormPage } from '../../../core/contract/configuration.ts'

/** What the address of the page already says of a new record; nothing that it does not say. */
export function fromAddress({ prefill }: FormPage, search: string): Record<string, string> {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(prefill ?? {}).flatMap(([field, name]) => {
      const value = given.get(name)
      return value === null || value === '' ? [] : [[field, value]]
    }),
  )
}

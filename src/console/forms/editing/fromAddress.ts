import type { FormPage } from '../../../core/contract/configuration.ts'

/** Initial values of a new record from the page's address, as `query` of the page says. */
export function fromAddress({ query }: FormPage, search: string): Record<string, string> {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(query ?? {}).flatMap(([field, name]) => {
      const value = given.get(name)
      return value === null || value === '' ? [] : [[field, value]]
    }),
  )
}

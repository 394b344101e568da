import { vi, type MockInstance } from 'vitest'
import type { DictionaryEntries } from '../../../src/core/contract/configuration.ts'
import type { Services } from '../../../src/server/call/context.ts'

/** Does something while a dictionary has another entry in the place of the one with this key. */
export async function withEntry<T>(
  services: Services,
  dictionary: string,
  entry: DictionaryEntries[number],
  work: () => Promise<T>,
): Promise<T> {
  const configuration = services.configuration()
  const scopeOf = configuration.scope.bind(configuration)
  const spies: MockInstance[] = []
  const scope = vi.spyOn(configuration, 'scope').mockImplementation(wanted => {
    const scoped = scopeOf(wanted)
    if (vi.isMockFunction(scoped.dictionary)) return scoped
    const usual = scoped.dictionary.bind(scoped)
    spies.push(
      vi.spyOn(scoped, 'dictionary').mockImplementation(name => {
        const entries = usual(name)
        return name === dictionary ? entries?.map(one => (one[0] === entry[0] ? entry : one)) : entries
      }),
    )
    return scoped
  })
  try {
    return await work()
  } finally {
    for (const spy of [scope, ...spies]) spy.mockRestore()
  }
}

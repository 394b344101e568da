import { vi, type MockInstance } from 'vitest'
import type { Services } from '../../../src/server/call/context.ts'
import type { FieldModel } from '../../../src/server/db/tables/models.ts'

/** Does something while a field says more than it does, as an overlay of every customer would have it. */
export async function withField<T>(
  services: Services,
  [entity, name]: readonly [entity: string, field: string],
  facts: Partial<FieldModel>,
  work: () => Promise<T>,
): Promise<T> {
  const configuration = services.configuration()
  const usual = services.entities
  const scopeOf = configuration.scope.bind(configuration)
  const spies: MockInstance[] = []
  const scope = vi.spyOn(configuration, 'scope').mockImplementation(wanted => {
    const scoped = scopeOf(wanted)
    if (vi.isMockFunction(scoped.entities)) return scoped
    const models = scoped.entities().map(model => {
      if (model.name !== entity) return model
      return { ...model, fields: model.fields.map(field => (field.name === name ? { ...field, ...facts } : field)) }
    })
    spies.push(vi.spyOn(scoped, 'entities').mockReturnValue(models))
    return scoped
  })
  // what each scope sees is kept for as long as what is stored is the same
  const stored = new Map(usual())
  services.entities = () => stored
  try {
    return await work()
  } finally {
    services.entities = usual
    for (const spy of [scope, ...spies]) spy.mockRestore()
  }
}

import { entityFor } from '../access/field-rights.ts'
import { formsFor } from '../access/forms.ts'
import { mayMake } from '../access/reach.ts'
import type { Services } from '../call/context.ts'
import { entitiesOf, type EndpointModel } from '../db/tables/models.ts'
import { scopeOf } from '../../core/model/scope.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { inSlices } from '../time/slices.ts'
import { openApiSteps, writtenIn, type WrittenBy } from './document.ts'
import type { Schema } from '../answer/schema.ts'

/** The description for one user: without fields of other customers and calls that the user may not make. */
export function openApiOf(
  { configuration, product }: Pick<Services, 'configuration' | 'product'>,
  user: SignedIn,
): Promise<Schema> {
  const whole = configuration()
  const scoped = whole.scope(scopeOf(user))
  const entities = [...entitiesOf(scoped)].map(([name, entity]) => [name, entityFor(entity, user)] as const)
  const calls = function* (): Generator<EndpointModel | undefined> {
    for (const endpoint of scoped.calls().values()) yield mayMake(scoped, user, endpoint) ? endpoint : undefined
  }
  const written: WrittenBy = endpoint => writtenIn(formsFor(scoped, user, endpoint))
  return inSlices(openApiSteps(whole, new Map(entities), product.descriptions, calls(), written))
}

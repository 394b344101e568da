import type { Configuration } from '../../../src/core/index.ts'
import type { Scope } from '../../../src/core/model/scope.ts'
import { entitiesIn } from '../../../src/server/access/scoped-entities.ts'
import { entitiesOf } from '../../../src/server/db/tables/models.ts'

/** What is looked at by its name. */
interface Named {
  dictionaries: readonly string[]
  workflows: readonly string[]
}

/** All that the people of a scope are told and held to, as the bytes that it comes to. */
export function toldIn(configuration: Configuration, scope: Scope, { dictionaries, workflows }: Named): string {
  const scoped = configuration.scope(scope)
  const stored = entitiesOf(configuration)
  const entities = entitiesIn({ entities: () => stored, configuration: () => configuration }, scoped)
  return JSON.stringify([
    scoped.manifest,
    scoped.menu,
    [...entities.values()].map(({ indexes: _made, fields, ...entity }) => [
      entity,
      fields.filter(one => !isForeign(one)),
    ]),
    [...scoped.calls().values()],
    dictionaries.map(name => scoped.dictionary(name)),
    workflows.map(name => scoped.workflow(name)),
    scoped.statistics().map(name => scoped.statistic(name)),
    scoped.texts('en'),
  ])
}

/** A column of another layer's, of which nothing is told: it is kept from everybody and written by nobody. */
const isForeign = (field: { name: string; secret?: boolean; managed?: boolean }): boolean =>
  field.name !== 'pin' && field.secret === true && field.managed === true && Object.keys(field).length === 5

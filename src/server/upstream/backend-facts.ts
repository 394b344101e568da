import type { BackendFacts, CallOfBackend } from '../../core/contract/backend.ts'
import { callFacts, type EndpointModel, type EntityModel } from '../../core/compile/models.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import { decisionFacts } from '../../core/workflow/decisions.ts'
import { machineFor } from '../machines/machines.ts'

/** Below it stands what the console has of our own server alone. */
const OURS = '/api-console/'
/** The drawing of an area, which this server has itself (`map-route.ts`). */
export const DRAWING = 'geo.outline'
const known = new WeakMap<ScopedConfiguration, BackendFacts>()

/** What stands in for our own server in the console, as a scope has it. */
export function backendFacts(scoped: ScopedConfiguration): BackendFacts {
  const made = known.get(scoped) ?? make(scoped)
  known.set(scoped, made)
  return made
}

function make(scoped: ScopedConfiguration): BackendFacts {
  const entities = new Map(scoped.entities().map(entity => [entity.name, entity]))
  const endpoints = [...scoped.calls().values()]
  return {
    calls: Object.fromEntries(
      endpoints
        .filter(({ path, entity, figures }) => !path.startsWith(OURS) && (entity !== undefined || figures))
        .map(endpoint => [endpoint.name, callOfBackend(endpoint, entities)]),
    ),
    workflows: Object.fromEntries(
      [...entities.values()].flatMap(entity => {
        const machine = machineFor(scoped, entity)
        return machine ? [[entity.name, decisionFacts(machine)]] : []
      }),
    ),
    instead: Object.fromEntries(endpoints.flatMap(({ name, instead }) => (instead ? [[name, instead]] : []))),
    words: Object.fromEntries(
      endpoints.flatMap(endpoint => {
        const { of = [], argument } = endpoint.words ?? {}
        return of.map(name => [name, { call: callFacts(endpoint), ...(argument === undefined ? {} : { argument }) }])
      }),
    ),
    served: [DRAWING],
  }
}

function callOfBackend(endpoint: EndpointModel, entities: ReadonlyMap<string, EntityModel>): CallOfBackend {
  const { entity, figures } = endpoint
  const key = entities.get(entity ?? '')?.key
  return {
    call: callFacts(endpoint),
    ...(entity === undefined ? {} : { entity }),
    ...(key === undefined ? {} : { key }),
    ...(figures ? { figures } : {}),
  }
}

import type { ScopedConfiguration } from '../../core/index.ts'
import type { DivisionDoc } from '../../core/model/workflow.ts'
import type { SignedIn } from './signed-in.ts'

/**
 * Values of a field: of an entity's records, the user's roles leave them those with one of these, or without a value.
 */
export interface Share {
  field: string
  values: readonly string[]
}
export type Shares = ReadonlyMap<string, Share>

const known = new WeakMap<ScopedConfiguration, ReadonlyMap<string, DivisionDoc>>()

/** Entity → how its workflow divides the records among roles in this scope. */
function divisionsOf(scoped: ScopedConfiguration): ReadonlyMap<string, DivisionDoc> {
  const found =
    known.get(scoped)
    ?? new Map(
      scoped.entities().flatMap(({ name, fields }): [string, DivisionDoc][] => {
        const docs = fields.flatMap(({ workflow }) => (workflow === undefined ? [] : (scoped.workflow(workflow) ?? [])))
        const division = docs.find(doc => doc.entity === name)?.division
        return division ? [[name, division]] : []
      }),
    )
  known.set(scoped, found)
  return found
}

/** Undefined if the user has none of the roles among which records are divided. */
export function sharesOf(scoped: ScopedConfiguration, { roles }: SignedIn): Shares | undefined {
  const shares = [...divisionsOf(scoped)].flatMap(([entity, division]): [string, Share][] => {
    const own = Object.entries(division.roles).filter(([role, values]) => values && roles.includes(role))
    return own.length === 0
      ? []
      : [[entity, { field: division.field, values: own.flatMap(([, values]) => (values || []).map(String)) }]]
  })
  return shares.length > 0 ? new Map(shares) : undefined
}

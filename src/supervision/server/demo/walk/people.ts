import type { SignedIn } from '../../../../server/access/signed-in.ts'
import { scopeOf } from '../../../../core/model/scope.ts'
import type { Configuration, ScopedConfiguration } from '../../../../core/index.ts'
import { grantedBy } from '../../../../core/workflow/granted.ts'
import type { Machine } from '../../../../core/workflow/machine.ts'
import type { Actor } from '../../../../core/workflow/decide.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { machineFor } from '../../../../server/machines/machines.ts'

const COUNTY = 3

/** Who could do something: the staff of the demonstration, with the workflows as each of them sees them. */
export class Staff {
  readonly #configuration: Configuration
  readonly #entities: ReadonlyMap<string, Entity>
  readonly #byOrg = new Map<string, SignedIn[]>()
  readonly #units = new Map<string, readonly string[]>()
  readonly #scopes = new Map<string, ScopedConfiguration>()
  readonly #actors = new Map<Machine, Map<SignedIn, Actor>>()
  readonly all: readonly SignedIn[]

  /** `people`: those whose names shall stand on what was done come first */
  constructor(configuration: Configuration, entities: ReadonlyMap<string, Entity>, people: readonly SignedIn[]) {
    this.#configuration = configuration
    this.#entities = entities
    this.all = people
    for (const one of people) this.#byOrg.set(one.orgId, [...(this.#byOrg.get(one.orgId) ?? []), one])
  }

  of(org: string): readonly SignedIn[] {
    return this.#byOrg.get(org) ?? []
  }

  /** Units with staff at a county and below it, departments and towns among them. */
  unitsAt(customer: string, county: string): readonly string[] {
    const name = `${customer} ${county}`
    const known = this.#units.get(name)
    if (known) return known
    const here = this.all.filter(
      one => one.customerId === customer && one.areaCode.startsWith(county) && one.areaLevel >= COUNTY,
    )
    const units = [...new Set(here.map(({ orgId }) => orgId))]
    this.#units.set(name, units)
    return units
  }

  scopeFor(user: SignedIn): ScopedConfiguration {
    const name = `${user.customerId} ${user.areaCode}`
    const scoped = this.#scopes.get(name) ?? this.#configuration.scope(scopeOf(user))
    this.#scopes.set(name, scoped)
    return scoped
  }

  entity(name: string): Entity {
    const entity = this.#entities.get(name)
    if (!entity) throw new Error(`The demonstration needs the entity ${name}`)
    return entity
  }

  machineFor(user: SignedIn, entity: string): Machine | undefined {
    const known = this.#entities.get(entity)
    return known && machineFor(this.scopeFor(user), known)
  }

  actor(user: SignedIn, machine: Machine): Actor {
    const actors = this.#actors.get(machine) ?? new Map<SignedIn, Actor>()
    this.#actors.set(machine, actors)
    const known = actors.get(user)
    if (known) return known
    const granted = grantedBy(user.buttonsByRole ?? [], machine)
    const actor = { user, option: this.scopeFor(user).app.options, ...(granted ? { granted } : {}) }
    actors.set(user, actor)
    return actor
  }
}

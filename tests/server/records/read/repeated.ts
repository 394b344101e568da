import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { TEXT_KINDS } from '../../../../src/core/model/field/traits.ts'
import { knownAs, namingOf, repeatedIn } from '../../../../src/server/access/copied-rights.ts'
import { hasTable } from '../../../../src/server/db/tables/own-tables.ts'
import type { Entity, FieldModel } from '../../../../src/server/db/tables/models.ts'
import type { Api } from '../../support/api.ts'

/** Shorter texts are the same by chance. */
const SHORTEST = 8
/** So many different values of a field have to be a carrier's, and so large a part of all. */
const FEWEST = 3
const PART = 0.3
const FEW = 5

/** What somebody else says of it: a company to whom it reports or applies, or a person who looks for it. */
const OF_OTHERS = /^(annualReport|licenseApply|selfCheck)\./

/** The key of a carrier says nothing of it. */
const textsOf = ({ fields, key, union }: Entity): FieldModel[] =>
  fields.filter(
    ({ kind, name }) => TEXT_KINDS.has(kind) && name !== (union ? key : 'customerId') && kind !== 'longText',
  )

/** Every value of these fields that few of their rows have: a place that many have is nobody's. */
const valuesOf = (entities: readonly Entity[]) =>
  sql`select value from (${sql.join(
    entities.flatMap(entity =>
      textsOf(entity).map(
        ({ name }) => sql`select ${sql.ref(name)} as value from ${sql.table(entity.name)}
          where length(${sql.ref(name)}) >= ${sql.lit(SHORTEST)}`,
      ),
    ),
    sql` union all `,
  )}) as said group by value having count(*) <= ${sql.lit(FEW)}`

/** Fields of other records that say what carriers say, as the demonstration has them. */
async function repeating({ db, services }: Api): Promise<string[]> {
  const stored = [...services.entities().values()].filter(entity => hasTable(entity) && !entity.view)
  const carriers = stored.filter(({ union }) => union !== undefined)
  const [register] = stored.filter(({ name }) => name === 'register')
  const found: string[] = []
  await db.transaction().execute(async tx => {
    await sql`create temporary table carried on commit drop as
      (${valuesOf(carriers)}) except (${valuesOf([register!])})`.execute(tx)
    for (const entity of stored.filter(({ union }) => union === undefined))
      for (const { name } of textsOf(entity)) {
        const { rows } = await sql<{ all: string; carried: string }>`select count(*) as all, count(c.value) as carried
          from (select distinct ${sql.ref(name)} as value from ${sql.table(entity.name)}
            where ${sql.ref(name)} <> '') as own left join carried c using (value)`.execute(tx)
        const [all, carried] = [Number(rows[0]?.all), Number(rows[0]?.carried)]
        if (carried >= FEWEST && carried >= all * PART) found.push(`${entity.name}.${name}`)
      }
  })
  return found.sort()
}

/** Which fields repeat those of carriers is said in YAML, by name or by `repeats`: rights of layers follow to these. */
export function repeatedContract(api: () => Api): void {
  describe('a field that repeats what a carrier says', () => {
    it('is known to, by its name or because it says so', async () => {
      const entities = api().services.entities()
      const naming = namingOf(entities)
      const carried = new Set(
        [...entities.values()].flatMap(entity =>
          entity.union ? entity.fields.flatMap(({ name }) => knownAs(entity, name)) : [],
        ),
      )
      const said = [...entities.values()].flatMap(entity =>
        [...repeatedIn(entity, naming)].flatMap(([name, { known }]) =>
          carried.has(known) ? [`${entity.name}.${name}`] : [],
        ),
      )
      const found = await repeating(api())
      expect(found.length).toBeGreaterThan(10)
      expect(found.filter(name => !said.includes(name) && !OF_OTHERS.test(name))).toEqual([])
    })
  })
}

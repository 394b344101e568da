import type { TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { EndpointModel, Entity } from '../../../src/server/db/tables/models.ts'
import { expect } from 'vitest'
import { verified } from '../../../src/supervision/server/evidence/verify.ts'
import type { Api } from '../support/api.ts'
import type { Row } from './law.ts'

export const CUSTOMER = '87190'
/** Clues have a walk of their own. */
const OTHERWISE = new Set(['illegalResult'])
/** Written by every transition. */
const ALWAYS = ['updateTime', 'limit']

/** A workflow as it is walked, by the call that moves its records. */
export interface Way {
  entity: Entity
  status: string
  doc: WorkflowDoc
  act: EndpointModel
}

function wayOf(api: Api, act: EndpointModel): Way[] {
  const configuration = api.services.configuration()
  const entity = api.services.entities().get(act.entity ?? '')
  const field = entity?.fields.find(({ kind }) => kind === 'status')
  const doc = configuration.scope({ customer: CUSTOMER }).workflow(field?.workflow ?? '')
  return entity && field && doc && !OTHERWISE.has(entity.name) ? [{ entity, status: field.name, doc, act }] : []
}
export const waysOf = (api: Api): Way[] =>
  api.services
    .configuration()
    .endpoints()
    .filter(({ handler }) => handler === 'workflow.act')
    .flatMap(act => wayOf(api, act))

/** Fields that a transition may write: those of its form, what it sets, and the workflow's own. */
export function writable({ status, doc }: Way, { form, set, limits }: TransitionDoc): Set<string> {
  return new Set([
    ...ALWAYS,
    status,
    ...Object.values(doc.record ?? {}),
    ...Object.keys(form ?? {}),
    ...Object.keys({ ...set, ...limits }),
  ])
}

export const auditsOf = async (api: Api, entity: string): Promise<number> =>
  Number(
    (
      await api.db
        .selectFrom('sys_audit')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('entity', '=', entity)
        .executeTakeFirst()
    )?.['n'],
  )
/** The customer's own: of others nothing but a 404 would be seen. */
export const rowsOf = async (api: Api, { entity }: Way): Promise<Row[]> =>
  api.db
    .selectFrom(entity.name)
    .select([entity.key])
    .$if(entity.byName.has('customerId'), query => query.where('customerId', '=', CUSTOMER))
    .orderBy(entity.key)
    .execute()

/** Whatever was done with evidence, what it says of itself still holds. */
export async function expectWhole(api: Api): Promise<void> {
  const rows = await api.db
    .selectFrom('evidence')
    .selectAll()
    .where('customerId', '=', CUSTOMER)
    .where('fileHash', 'is not', null)
    .execute()
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows)
    expect((await verified(api.services, { time: undefined }, row))?.text, String(row['id'])).toContain('一致')
}

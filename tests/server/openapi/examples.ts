import { MAY, type Row } from '../../../src/core/contract/api.ts'
import { usccCheckDigit } from '../../../src/core/model/uscc.ts'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import { paramsOf } from '../../../src/core/compile/models.ts'
import type { EndpointModel, Entity, FieldModel } from '../../../src/server/db/models.ts'
import { isFileField } from '../../../src/server/files/addresses.ts'
import { formFields } from '../../../src/server/workflow/form.ts'
import type { Api } from '../support/api.ts'
import type { Asker } from './asker.ts'

const USCC = '91340400MA2XXXXX0'
/** Kinds whose values need nothing but their kind. */
const PLAIN: Partial<Record<FieldModel['kind'], unknown>> = {
  date: '2026-01-05', datetime: '2026-01-05 09:00:00', flag: 1, url: 'https://a.example/', phone: '13800000000', uscc: USCC + usccCheckDigit(USCC), json: {}, table: [],
}
const NUMBERS = new Set(['int', 'decimal', 'money', 'percent'])

/** A value that a field takes, read from what its file says of it; references are looked up among the asker's own rows. */
async function valueOf(api: Api, asker: Asker, field: FieldModel): Promise<unknown> {
  if (field.kind in PLAIN) return PLAIN[field.kind]
  if (isFileField(field)) return asker.file()
  if (NUMBERS.has(field.kind)) return field.min ?? 1
  if (field.kind === 'area') return asker.areaCode
  if (field.kind === 'dict') return api.services.configuration().scope(asker.scope).dictionary(field.dict ?? '')?.[0]?.[0]
  if (field.kind === 'ref') return (await asker.rowOf(field.ref ?? ''))[api.services.entities().get(field.ref ?? '')?.key ?? 'id']
  return '样例'.padEnd(field.minLength ?? 2, '一')
}

/** What a form asks for: its required fields alone. */
export async function filled(api: Api, asker: Asker, fields: readonly FieldModel[]): Promise<Row> {
  const required = fields.filter(field => field.required && field.kind !== 'status')
  return Object.fromEntries(await Promise.all(required.map(async field => [field.name, field.default ?? await valueOf(api, asker, field)])))
}

/** A new record, as a form for it would send it. */
export async function newRecord(api: Api, asker: Asker, entity: Entity): Promise<Row> {
  return filled(api, asker, entity.fields.filter(field => field.name !== entity.key))
}

/** Arguments that a call declares: fields of its entity by what the entity says of them. */
export async function declared(api: Api, asker: Asker, endpoint: EndpointModel, entity: Entity | undefined, row: Row): Promise<Row> {
  const wanted = paramsOf(endpoint).filter(param => param.required)
  const values = await Promise.all(wanted.map(async ({ name }): Promise<unknown> => {
    const field = entity?.byName.get(name)
    if (name in row) return row[name]
    // named after the key of another thing: one of those
    const other = [...api.services.entities().values()].find(one => one.key === name && one !== entity)
    if (!field && other) return (await asker.rowOf(other.name))[name]
    if (name === 'labelIds') return (await asker.rowOf('label'))['id']
    return field ? valueOf(api, asker, field) : '样例'
  }))
  return Object.fromEntries(wanted.map(({ name }, i) => [name, values[i]]))
}

/** A button that the server says it would take on one of the rows, with its form filled in. */
export async function press(api: Api, asker: Asker, endpoint: EndpointModel, entity: Entity): Promise<Row[]> {
  const workflow = entity.fields.find(field => field.kind === 'status')?.workflow ?? ''
  const transitions = api.services.configuration().scope(asker.scope).workflow(workflow)?.transitions ?? {}
  const key = endpoint.names?.find(name => name !== 'action') ?? entity.key
  const rows = await asker.rowsOf(entity.name)
  const pressable = rows.flatMap(row => ((row[MAY] ?? []) as string[]).map(action => ({ row, action })))
  const first = [...new Map(pressable.map(one => [one.action, one])).values()]
  return Promise.all(first.map(async ({ row, action }) => {
    const doc = transitions[action] as TransitionDoc
    return { ...await filled(api, asker, formFields(entity, doc)), [key]: row[entity.key], action }
  }))
}

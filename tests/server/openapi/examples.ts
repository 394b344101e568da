import { isExpression } from '../../../src/core/model/field/written.ts'
import { MAY, type Row } from '../../../src/core/contract/api.ts'
import { usccCheckDigit } from '../../../src/core/model/field/uscc.ts'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import { paramsOf } from '../../../src/core/compile/models.ts'
import { formsOf } from '../../../src/core/compile/page-forms.ts'
import type { FormField } from '../../../src/core/contract/configuration.ts'
import { fieldStateOf, valuesOf } from '../../../src/core/contract/form-rules.ts'
import { compileExpression } from '../../../src/core/expression/index.ts'
import { factsOf } from '../../../src/server/records/write/judge-fields.ts'
import type { EndpointModel, Entity, FieldModel } from '../../../src/server/db/tables/models.ts'
import { isFileField } from '../../../src/server/attachments/addresses.ts'
import { formFields } from '../../../src/server/workflow/form.ts'
import type { Api } from '../support/api.ts'
import type { Asker } from './asker.ts'

const USCC = '91340400MA2XXXXX0'
/** Kinds whose values need nothing but their kind. */
const PLAIN: Partial<Record<FieldModel['kind'], unknown>> = {
  date: '2026-01-05',
  datetime: '2026-01-05 09:00:00',
  flag: 1,
  url: 'https://a.example/',
  phone: '13800000000',
  uscc: USCC + usccCheckDigit(USCC),
  json: {},
  table: [],
}
const NUMBERS = new Set(['int', 'decimal', 'money', 'percent'])

/**
 * A value that a field takes, read from what its file says of it; references are looked up among the asker's own rows.
 */
export async function valueOf(api: Api, asker: Asker, field: FieldModel): Promise<unknown> {
  if (field.kind in PLAIN) return PLAIN[field.kind]
  if (isFileField(field)) return asker.file()
  if (NUMBERS.has(field.kind)) return field.min ?? 1
  if (field.kind === 'area') return asker.areaCode
  if (field.kind === 'dict')
    return api.services
      .configuration()
      .scope(asker.scope)
      .dictionary(field.dict ?? '')?.[0]?.[0]
  if (field.kind === 'ref')
    return (await asker.rowOf(field.ref ?? ''))[api.services.entities().get(field.ref ?? '')?.key ?? 'id']
  return textFor(field)
}

/** As many names as a text must hold. */
const textFor = ({ minItems = 1, minLength = 2 }: FieldModel): string =>
  Array.from({ length: minItems }, (_, i) => `样例${i || ''}`)
    .join('、')
    .padEnd(minLength, '一')

/** As on the server, nothing comes of what cannot be computed. */
function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Asked = FieldModel & Pick<FormField, 'visible' | 'disabled'>

/** What a form asks for over a record: what it requires alone, what it requires because of that among it. */
export async function filled(api: Api, asker: Asker, fields: readonly Asked[], record: Row = {}): Promise<Row> {
  const kinds = new Map(fields.map(field => [field.name, field]))
  const values: Row = {}
  const evaluate = (expression: string): unknown =>
    attempt(() =>
      compileExpression(expression)({
        user: { roles: [] },
        option: {},
        today: '2026-01-05',
        values: valuesOf(name => values[name] ?? record[name], kinds),
      }),
    )
  const demanded = (field: Asked): boolean =>
    field.kind !== 'status' && !(field.name in values) && fieldStateOf(field, evaluate).required
  for (const isConditional of [false, true]) {
    for (const field of fields
      .filter(one => Boolean(isExpression(one.required) ? one.required : one.visible) === isConditional)
      .filter(demanded))
      values[field.name] = literal(field.default) ?? (await valueOf(api, asker, field))
  }
  return values
}

/** What a field begins with, unless it is worked out for who opens the form. */
export const literal = (said: unknown): unknown => (isExpression(said) ? undefined : said)

/** A new record, as the form of its page would send it. */
export async function newRecord(api: Api, asker: Asker, endpoint: EndpointModel, entity: Entity): Promise<Row> {
  const scoped = api.services.configuration().scope(asker.scope)
  const page = Object.keys(scoped.manifest.pages)
    .map(route => scoped.page(route))
    .find(one => one?.kind === 'form' && one.call.name === endpoint.name)
  const asked = page ? (formsOf(page)[0]?.fields ?? []) : []
  return filled(
    api,
    asker,
    asked.map(field => factsOf(entity.byName.get(field.name), field)),
  )
}

/** Arguments that a call declares: fields of its entity by what the entity says of them. */
export async function declared(
  api: Api,
  asker: Asker,
  endpoint: EndpointModel,
  entity: Entity | undefined,
  row: Row,
): Promise<Row> {
  const wanted = paramsOf(endpoint).filter(param => param.required)
  const values = await Promise.all(
    wanted.map(async ({ name }): Promise<unknown> => {
      const field = entity?.byName.get(name)
      if (name in row) return row[name]
      // named after the key of another thing: one of those
      const other = [...api.services.entities().values()].find(one => one.key === name && one !== entity)
      if (!field && other) return (await asker.rowOf(other.name))[name]
      if (name === 'labelIds') return (await asker.rowOf('label'))['id']
      return field ? valueOf(api, asker, field) : '样例'
    }),
  )
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
  return Promise.all(
    first.map(async ({ row, action }) => {
      const doc = transitions[action] as TransitionDoc
      return { ...(await filled(api, asker, formFields(entity, doc))), [key]: row[entity.key], action }
    }),
  )
}

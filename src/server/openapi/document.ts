import { paramsOf } from '../../core/compile/models.ts'
import { formsOf as formsOfPage, type CallForm } from '../../core/compile/page-forms.ts'
import { changesByGet, OK, rewritePath } from '../../core/contract/api.ts'
import type { Configuration } from '../../core/index.ts'
import type { EndpointModel, Entity, FieldModel } from '../db/tables/models.ts'
import { formFields } from '../workflow/form.ts'
import { exact, listSchema, TEXT, type Schema } from '../answer/schema.ts'
import type { CallDescriptions } from '../call/context.ts'
import { ANSWERS, FILES, SHARED } from './answers.ts'
import { listProperties, paramSchema, recordSchema, rowSchema, saveProperties, sent } from './fields.ts'

interface Arguments {
  properties: Record<string, Schema>
  required: string[]
}
const OWN: CallDescriptions = {
  answers: ANSWERS,
  files: FILES,
  lists: ['list', 'role.list', 'operlog.list', 'session.list', 'customer.list', 'message.list', 'log.areas'],
  saves: ['save', 'user.save', 'role.save', 'org.save'],
  transitions: ['workflow.act', 'workflow.batch'],
}

/** Descriptions of the engine's calls, overridden by the product's. */
const together = (more: CallDescriptions): CallDescriptions => ({
  answers: { ...OWN.answers, ...more.answers },
  files: { ...OWN.files, ...more.files },
  lists: [...OWN.lists, ...more.lists],
  saves: [...OWN.saves, ...more.saves],
  transitions: [...OWN.transitions, ...more.transitions],
})

/** Fields in the forms of an entity's workflow; which are needed depends on the transition. */
function formsOf(configuration: Configuration, entity: Entity | undefined): FieldModel[] {
  const { workflow = '' } = entity?.fields.find(field => field.kind === 'status') ?? {}
  const transitions = Object.values(configuration.scope({}).workflow(workflow)?.transitions ?? {})
  return entity ? transitions.flatMap(one => (one ? formFields(entity, one) : [])) : []
}

function pressed({ handler, names = [] }: EndpointModel, forms: readonly FieldModel[]): Arguments {
  const keys = names.map(name => [name, { type: ['string', 'number', 'array'] }])
  return {
    properties: {
      ...Object.fromEntries(forms.map(field => [field.name, sent(field)])),
      ...(Object.fromEntries(keys) as Record<string, Schema>),
    },
    required: handler === 'workflow.act' ? [...names] : [],
  }
}

/** Fields that the forms of a call send. */
export type WrittenBy = (endpoint: EndpointModel) => ReadonlySet<string>

export const writtenIn = (forms: Iterable<CallForm>): ReadonlySet<string> =>
  new Set(
    [...forms].flatMap(({ fields, carried, begun }) => [...fields.map(field => field.name), ...carried, ...begun]),
  )

/** For the description of all calls: fields written by any page of any customer. */
function writtenByAll(configuration: Configuration): WrittenBy {
  const scopes = [
    {},
    ...configuration.customers().map(({ customer, areas: [area] = [] }) => ({ customer, ...(area ? { area } : {}) })),
  ].map(scope => configuration.scope(scope))
  const pages = new Set(
    scopes.flatMap(scoped => Object.keys(scoped.manifest.pages).flatMap(route => scoped.page(route) ?? [])),
  )
  const forms = [...pages].flatMap(formsOfPage)
  return ({ name }) => writtenIn(forms.filter(({ call }) => call === name))
}

interface Filling {
  forms: readonly FieldModel[]
  written: ReadonlySet<string>
  described: CallDescriptions
}

function argumentsOf(
  endpoint: EndpointModel,
  entity: Entity | undefined,
  { forms, written, described }: Filling,
): Arguments {
  const { handler = '', names = [] } = endpoint
  if (endpoint.params) {
    const params = paramsOf(endpoint)
    return {
      properties: Object.fromEntries(params.map(param => [param.name, paramSchema(param)])),
      required: params.filter(param => param.required).map(param => param.name),
    }
  }
  if (entity && described.lists.includes(handler)) return { properties: listProperties(entity), required: [] }
  if (entity && described.saves.includes(handler)) return { properties: saveProperties(entity, written), required: [] }
  if (described.transitions.includes(handler)) return pressed(endpoint, forms)
  const known = names.length === 0 && entity && (handler === 'one' || handler === 'delete') ? [entity.key] : names
  return {
    properties: Object.fromEntries(known.map(name => [name, { type: ['string', 'number'] }])),
    required: handler === 'one' || handler === 'delete' ? known.slice(0, 1) : [],
  }
}

function answerOf({ handler = '' }: EndpointModel, entity: Entity | undefined, described: CallDescriptions): Schema {
  const own = described.answers[handler]
  if (typeof own === 'function') return entity ? own(entity) : {}
  if (own) return own
  if (!entity) return {}
  const generic: Record<string, () => Schema> = {
    list: () => listSchema(rowSchema(entity)),
    one: () => recordSchema(entity),
    save: () => TEXT,
    delete: () => TEXT,
  }
  return generic[handler]?.() ?? {}
}

const envelope = (kind: EndpointModel['envelope'], data: Schema): Schema =>
  kind === 'code'
    ? exact({ code: { const: 1 }, msg: TEXT, data })
    : exact({ resultCode: { const: OK }, resultMsg: TEXT, data })

const json = (description: string, schema: Schema): Schema => ({
  description,
  content: { 'application/json': { schema } },
})
const REFUSED = { $ref: '#/components/responses/Refused' }

function responses(
  endpoint: EndpointModel,
  entity: Entity | undefined,
  described: CallDescriptions,
): Record<string, Schema> {
  if (endpoint.handler === undefined) return { 501: { $ref: '#/components/responses/NotBuilt' }, default: REFUSED }
  const file = described.files[endpoint.handler]
  const good = file
    ? { description: endpoint.label, content: Object.fromEntries([file].flat().map(type => [type, {}])) }
    : json(endpoint.label, envelope(endpoint.envelope, answerOf(endpoint, entity, described)))
  return { 200: good, default: REFUSED }
}

const BY_POST_TOO = '也可以用 POST 发送，参数放在请求体里，不需要这两个请求头。'

function operation(endpoint: EndpointModel, entity: Entity | undefined, filling: Filling): Schema {
  const { properties, required } = argumentsOf(endpoint, entity, filling)
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters: Schema[] = inPath.map(name => ({ name, in: 'path', required: true, schema: TEXT }))
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const isBody = endpoint.in === 'body' || endpoint.in === 'multipart'
  const body =
    endpoint.in === 'multipart'
      ? {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
              },
            },
          },
        }
      : {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: Object.fromEntries(others),
                ...(required.length > 0 ? { required } : {}),
              },
            },
          },
        }
  if (!isBody)
    for (const [name, schema] of others)
      parameters.push({ name, in: 'query', required: required.includes(name), schema })
  const byGet = changesByGet(endpoint)
  if (byGet)
    for (const name of ['client_id', 'client_secret'])
      parameters.push({ name, in: 'header', required: true, schema: TEXT })
  return {
    operationId: endpoint.name,
    summary: endpoint.label,
    ...(byGet ? { description: BY_POST_TOO } : {}),
    tags: [endpoint.name.split('.')[0]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isBody ? { requestBody: body } : {}),
    ...(endpoint.access === 'open' ? { security: [] } : {}),
    responses: responses(endpoint, entity, filling.described),
  }
}

/** The API as OpenAPI 3.1, of all calls. */
export function openApi(
  configuration: Configuration,
  entities: ReadonlyMap<string, Entity>,
  descriptions: CallDescriptions,
): Schema {
  const all = configuration.endpoints()
  const steps = openApiSteps(configuration, entities, descriptions, all, writtenByAll(configuration))
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * The API as OpenAPI 3.1, generated from the endpoints and entities that the server itself uses, of some calls; call by
 * call, because of hundreds it takes long.
 */
export function* openApiSteps(
  configuration: Configuration,
  entities: ReadonlyMap<string, Entity>,
  descriptions: CallDescriptions,
  calls: Iterable<EndpointModel | undefined>,
  writtenBy: WrittenBy,
): Generator<void, Schema> {
  const { api, title } = configuration.scope({}).app
  const described = together(descriptions)
  const paths: Record<string, Record<string, Schema>> = {}
  for (const endpoint of calls) {
    yield
    if (!endpoint) continue
    // the prefix of a tenant is written with its slash
    const path = rewritePath(endpoint.path).replace(/^\{/, '/{')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, entities.get(endpoint.entity ?? ''), {
        forms: formsOf(configuration, entities.get(endpoint.entity ?? '')),
        written: writtenBy(endpoint),
        described,
      }),
    }
  }
  const said = {
    anyOf: [
      exact({ resultCode: TEXT, resultMsg: TEXT }, { errors: { type: 'object' }, data: {} }),
      exact({ code: { const: 0 }, msg: TEXT }, { errors: { type: 'object' }, data: {} }),
    ],
  }
  return {
    openapi: '3.1.0',
    info: { title, version: configuration.version },
    servers: [{ url: api.base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: SHARED,
      responses: {
        Refused: json('没有办成：原因在 resultMsg 或 msg 里，errors 按参数名给出', said),
        NotBuilt: json('该接口尚未开通', exact({ resultCode: { const: '501' }, resultMsg: TEXT })),
      },
    },
  }
}

import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import type { Machine } from '../../core/workflow/machine.ts'
import type { Plan, TransitionRequest } from '../../core/workflow/plan.ts'
import { entityFor } from '../access/field-rights.ts'
import type { Regions } from '../access/regions.ts'
import type { RowScope } from '../access/row-scope.ts'
import type { Schema } from '../answer/schema.ts'
import type { Database, TableRow } from '../db/database.ts'
import { NO_TABLES, type ProductTables } from '../db/tables/product-tables.ts'
import type { Bundle } from '../files/bundle.ts'
import type { FilePlace } from '../files/place.ts'
import type { MapStore } from '../files/maps.ts'
import type { Worker } from '../queue/worker.ts'
import type { ListQuery } from './list-query.ts'
import type { FileStore } from '../files/store.ts'
import type { Upload } from '../files/upload.ts'
import type { EndpointModel, Entity } from '../db/tables/models.ts'
import { badRequest, unauthorised } from '../answer/refusal.ts'
import type { Seal } from '../session/secrets/seal.ts'
import type { SignedIn } from '../access/signed-in.ts'

/**
 * Everything that stays the same from one request to the next, until the configuration changes. A product adds services
 * of its own by declaring them in this interface.
 */
export interface Services {
  product: Product
  db: Database
  regions: Regions
  configuration(): Configuration
  entities(): ReadonlyMap<string, Entity>
  files: FileStore
  maps: MapStore
  /** keeps the secrets of second factors; as they are, where it is not given */
  seal?: Seal
  /** works off batches and exports that wait; without it they wait for another instance */
  jobs?: Worker
}

/** One call on its way: who makes it, with what, and what it may touch. */
export interface CallContext extends Services {
  endpoint: EndpointModel
  args: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
  ip: string
  token: string | undefined
  /** what the browser keeps for us, see http/request */
  device?: string | undefined
  /** gives the browser another one to keep */
  keepDevice?(value: string): void
  scoped: ScopedConfiguration
  user: SignedIn | undefined
  rows: RowScope
  /** tells the operator of a fault that no answer can carry */
  fault(error: unknown): void
  /** files that come with the call, where it takes any */
  uploads?: AsyncIterable<Upload>
  /** what is written together with the call's change or not at all: that it is done, where it must not be done twice */
  within?(tx: Database): Promise<void>
  /** keeps work until what the call has done is kept; absent where each change is kept at once */
  later?: ((work: () => void) => void) | undefined
  /** other calls, made for the same person: set by the dispatcher */
  others?: OtherCalls
}

/** Begins what others do with what the call has changed, once they can see it. */
export const whenKept = (call: CallContext, work: () => void): void => (call.later ? call.later(work) : work())

export interface OtherCalls {
  /** prepares a call by its name, and refuses what the person may not do */
  open(name: string, args: Record<string, unknown>, by?: SignedIn): CallContext
  run(call: CallContext): Promise<unknown>
  /** which rows a list call is about; nothing where the call is no list */
  query(call: CallContext): ListQuery | undefined
}

export function othersOf(call: CallContext): OtherCalls {
  if (!call.others) throw new Error(`${call.endpoint.name} is made without other calls at hand`)
  return call.others
}

export type Handler = (call: CallContext) => Promise<unknown> | unknown

/** A list says which rows it is about, so that selections and exports read the same; its answer is a page of them. */
export interface ListHandler {
  query(call: CallContext): ListQuery
  /** where the answer is more than the page */
  answer?: Handler
}

/** What answers a call, by the `does` of endpoints.yaml. */
export type Handlers = Readonly<Record<string, Handler | ListHandler>>

/** One record on its way into the database. */
export interface Saving {
  call: CallContext
  entity: Entity
  tx: Database
  before: TableRow | undefined
}

/** One transition as its effects see it. */
export interface CompletedTransition {
  saving: Saving
  request: TransitionRequest
  plan: Plan
  key: string
  /** the record afterwards */
  after: TableRow
  /** a transition of another record, in the same transaction */
  take(saving: Saving, machine: Machine, key: string, code: string): Promise<unknown>
}

/** A product's part of every change, in the change's own transaction: each looks itself which entities it is about. */
export interface Hooks {
  /** the values to write, where what is sent decides more than itself */
  beforeSave?(saving: Saving, values: TableRow): TableRow
  /** what a saved record changes elsewhere */
  afterSave?(saving: Saving, after: TableRow): Promise<void>
  /** what a record that has moved on changes elsewhere */
  afterTransition?(done: CompletedTransition): Promise<void>
}

/** What a transition that `runs` it has the server do; answers the fields that it changes of the record. */
export type Effect = (done: CompletedTransition) => Promise<TableRow>

/** What time does, once an hour; answers how much it was. Done twice, or by two instances, it comes to the same. */
export type HourlyWork = (services: Services, now: string, fault: (error: unknown) => void) => Promise<number>

/** What a call answers; of an entity where its fields are part of the answer. */
export type AnswerSchema = Schema | ((entity: Entity) => Schema)

/** How calls are described to other programs, by the `does` of endpoints.yaml. */
export interface CallDescriptions {
  answers: Readonly<Record<string, AnswerSchema>>
  /** calls that answer a file and no envelope, with its types */
  files: Readonly<Record<string, string | readonly string[]>>
  /** calls that take the filters of their entity */
  lists: readonly string[]
  /** calls that take the fields of their entity */
  saves: readonly string[]
  /** calls that take transitions: their arguments are those of the transitions' forms */
  transitions: readonly string[]
}

/** What a product's own code adds to the engine. */
export interface Product {
  handlers: Handlers
  hooks: readonly Hooks[]
  /** by the word that a transition's `runs` says */
  effects: Readonly<Record<string, Effect>>
  /** by the name that it is counted under */
  hourly: Readonly<Record<string, HourlyWork>>
  tables: ProductTables
  /** tables of its own whose rows name files: these are not swept away */
  filePlaces: readonly FilePlace[]
  /** files of other records that an export with files takes along */
  bundles(call: CallContext, entity: Entity, record: TableRow): AsyncIterable<Bundle>
  descriptions: CallDescriptions
}

/** A product that is configuration alone. */
export const NO_CODE: Product = {
  handlers: {},
  hooks: [],
  effects: {},
  hourly: {},
  tables: NO_TABLES,
  filePlaces: [],
  // oxlint-disable-next-line no-empty-function
  bundles: async function* () {},
  descriptions: { answers: {}, files: {}, lists: [], saves: [], transitions: [] },
}

export function signedInUser(call: CallContext): SignedIn {
  if (!call.user) throw unauthorised()
  return call.user
}

export function entityOfCall(call: CallContext): Entity {
  const entity = call.entities().get(call.endpoint.entity ?? '')
  if (!entity) throw new Error(`${call.endpoint.name} names no entity that is known`)
  return entityFor(entity, call.user)
}

/** An argument as text; '' when it is missing. */
export function textArg(call: CallContext, name: string): string {
  const value = call.args[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw badRequest(`参数 ${name} 格式不正确`)
  return String(value).trim()
}

/** A secret as it was typed: blanks are part of it. */
export function secretArg(call: CallContext, name: string): string {
  const value = call.args[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw badRequest(`参数 ${name} 格式不正确`)
  return String(value)
}

export function requiredArg(call: CallContext, name: string): string {
  const value = textArg(call, name)
  if (value === '') throw badRequest(`缺少参数：${name}`)
  return value
}

export type { TableRow }

import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import type { Plan, TransitionRequest } from '../../core/workflow/plan.ts'
import { entityFor } from '../access/field-rights.ts'
import type { Regions } from '../access/regions.ts'
import type { RowScope } from '../access/row-scope.ts'
import type { Schema } from '../answer/schema.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Replicas } from '../db/replicas/replicas.ts'
import type { RollupPlan } from '../db/rollups/plan.ts'
import { NO_TABLES, type ProductTables } from '../db/tables/product-tables.ts'
import type { Bundle } from '../files/bundle.ts'
import type { FilePlace } from '../files/place.ts'
import type { MapStore } from '../files/maps.ts'
import type { Heavy } from '../heavy/heavy.ts'
import type { Worker } from '../queue/worker.ts'
import type { ListQuery } from './list-query.ts'
import type { FileStore } from '../files/store.ts'
import type { Upload } from '../files/upload.ts'
import type { EndpointModel, Entity } from '../db/tables/models.ts'
import { badRequest, unauthorised } from '../answer/refusal.ts'
import type { Seal } from '../session/secrets/seal.ts'
import type { SignedIn } from '../access/signed-in.ts'

/**
 * Services that all requests share until the configuration changes. Products add their own by declaration merging on
 * this interface.
 */
export interface Services {
  product: Product
  db: Database
  /** answer what may lag; without them the database does */
  replicas?: Replicas | undefined
  regions: Regions
  configuration(): Configuration
  entities(): ReadonlyMap<string, Entity>
  /** roll-ups that the database keeps; of other statistics rows answer */
  rollups?(): readonly RollupPlan[]
  files: FileStore
  heavy: Heavy
  maps: MapStore
  /** encrypts secrets of second factors; without it they are stored in clear */
  seal?: Seal
  /** fails where the disk of an embedded database takes nothing more */
  tryDisk?: (() => Promise<void>) | undefined
  /** worker for batches and exports; without it another instance works them off */
  jobs?: Worker
}

/** One call in progress: its user, arguments and rights. */
export interface CallContext extends Services {
  endpoint: EndpointModel
  args: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
  ip: string
  token: string | undefined
  /** value of the browser's device cookie, see http/request */
  device?: string | undefined
  /** sets the device cookie to a new value */
  keepDevice?(value: string): void
  /** tells the browser to forget what it keeps of this console: whoever uses it next is somebody else */
  forget?(): void
  /** lets browsers keep the answer */
  cache?(control: string): void
  /** the database, where `db` is a replica of it or one reading: what a call writes beside its answer goes there */
  primary?: Database
  scoped: ScopedConfiguration
  user: SignedIn | undefined
  rows: RowScope
  /** reports a fault to the operator when it can no longer be reported in the answer */
  fault(error: unknown): void
  /** uploaded files, for calls that take any */
  uploads?: AsyncIterable<Upload>
  /** written in the transaction of the call's change: marks the submission as done, so that it cannot be done twice */
  within?(tx: Database): Promise<void>
  /**
   * asks the conditions of the call's buttons again of a record that is locked now, and throws a Refusal: whoever
   * pressed one saw the record as it was
   */
  askAgain?: ((tx: Database, entity: Entity, row: TableRow) => Promise<void>) | undefined
  /** told of every entry of the audit trail, in its transaction; for batches that can be undone */
  noted?(tx: Database, change: { entity: string; objectId: string; action: string; auditId: string }): Promise<void>
  /** postpones work until the enclosing transaction has committed; absent where each change commits at once */
  later?: ((work: () => void) => void) | undefined
  /** runs other calls for the same user; set by the dispatcher */
  others?: OtherCalls
}

/** Starts follow-up work after the change has been committed, because other connections cannot see it before. */
export const afterCommit = (call: Pick<CallContext, 'later'>, work: () => void): void =>
  call.later ? call.later(work) : work()

export interface OtherCalls {
  /** prepares a call by its name; throws a Refusal if the user may not make it */
  open(name: string, args: Record<string, unknown>, by?: SignedIn): CallContext
  run(call: CallContext): Promise<unknown>
  /** the rows that a list call selects; undefined if the call is no list */
  query(call: CallContext): Promise<ListQuery | undefined>
}

export function othersOf(call: CallContext): OtherCalls {
  if (!call.others) throw new Error(`${call.endpoint.name} is made without other calls at hand`)
  return call.others
}

export type Handler = (call: CallContext) => Promise<unknown> | unknown

/** A list call gives its query, which selections and exports use as well; by default it answers one page of it. */
export interface ListHandler {
  query(call: CallContext): Promise<ListQuery>
  /** for lists that answer more than one page of rows */
  answer?: Handler
}

/** Handlers of calls, by the `handler` of endpoints.yaml. */
export type Handlers = Readonly<Record<string, Handler | ListHandler>>

/** One record being saved. */
export interface Saving {
  call: CallContext
  entity: Entity
  tx: Database
  before: TableRow | undefined
}

/** A transition that has been carried out, as hooks and effects see it. */
export interface CompletedTransition {
  saving: Saving
  request: TransitionRequest
  plan: Plan
  key: string
  /** the record after the transition */
  after: TableRow
  /** takes a transition of another record in the same transaction; with `at`, a moment, as the system */
  take(saving: Saving, key: string, code: string, at?: string): Promise<unknown>
}

/**
 * A product's code that runs with every change, in the same transaction. It is called for all entities and must pick
 * its own.
 */
export interface Hooks {
  /** returns the values to write, for products that derive some from others */
  beforeSave?(saving: Saving, values: TableRow): TableRow | Promise<TableRow>
  /** changes of other records that follow from a save */
  afterSave?(saving: Saving, after: TableRow): Promise<void>
  /** counts to be made anew when a change of a batch has been taken back; `after` is marked deleted if it was added */
  afterUndo?(saving: Saving, after: TableRow): Promise<void>
  /** changes of other records that follow from a transition */
  afterTransition?(done: CompletedTransition): Promise<void>
}

/** Code behind `effect` of a transition; returns the fields of the record to change. */
export type Effect = (done: CompletedTransition) => Promise<TableRow>

/**
 * Work done once an hour; returns the number of records handled. It must be idempotent: several instances may run it at
 * once.
 */
export type HourlyWork = (services: Services, now: string, fault: (error: unknown) => void) => Promise<number>

/**
 * Work that outlasts its request, begun by `beginWork` (jobs): made as the person who asked for it, with their rights
 * of now. `alive` leaves a sign of life, and throws where the work has been cancelled or taken over. It may be made
 * anew after a crash, so what it writes is one transaction, or comes to the same.
 */
export type BackgroundWork = (call: CallContext, request: TableRow, alive: () => Promise<void>) => Promise<void>

/** Schema of a call's answer; a function if it contains an entity's fields. */
export type AnswerSchema = Schema | ((entity: Entity) => Schema)

/** Descriptions of calls for the OpenAPI document, by the `handler` of endpoints.yaml. */
export interface CallDescriptions {
  answers: Readonly<Record<string, AnswerSchema>>
  /** calls that answer with a file instead of an envelope, with its content types */
  files: Readonly<Record<string, string | readonly string[]>>
  /** calls whose arguments are the filters of their entity */
  lists: readonly string[]
  /** calls whose arguments are the fields of their entity */
  saves: readonly string[]
  /** calls whose arguments are the fields of their entity's transitions */
  transitions: readonly string[]
}

/** A product's code, as it registers with the engine. */
export interface Product {
  handlers: Handlers
  hooks: readonly Hooks[]
  /** by the name in `effect` of a transition */
  effects: Readonly<Record<string, Effect>>
  /** by the name used in metrics */
  hourly: Readonly<Record<string, HourlyWork>>
  /** calls that only count or list, by the `handler` of endpoints.yaml: a replica may answer them, a moment behind */
  lagging: readonly string[]
  /** by the name that `beginWork` is given */
  works: Readonly<Record<string, BackgroundWork>>
  tables: ProductTables
  /** the product's own tables that refer to files, which the sweep must keep */
  filePlaces: readonly FilePlace[]
  /** files of other records that an export with files includes */
  bundles(call: CallContext, entity: Entity, record: TableRow): AsyncIterable<Bundle>
  descriptions: CallDescriptions
}

/** A product without code. */
export const NO_CODE: Product = {
  handlers: {},
  hooks: [],
  effects: {},
  hourly: {},
  lagging: [],
  works: {},
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

/** A secret is not trimmed: blanks at its ends are part of it. */
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

import { SUBMISSION_HEADER, type Envelope } from '../../core/contract/api.ts'
import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import { formsFor } from '../access/forms.ts'
import { mayMake } from '../access/reach.ts'
import { entitiesIn } from '../access/scoped-entities.ts'
import { rowScope } from '../access/row-scope.ts'
import type { EndpointModel, FieldModel } from '../db/tables/models.ts'
import { FileAnswer } from '../files/store.ts'
import { success } from '../answer/envelope.ts'
import { badRequest, dutyOf, forbidden, Refusal, unauthorised } from '../answer/refusal.ts'
import { scopeOf } from '../../core/model/scope.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { checkedArguments } from './arguments.ts'
import type { CallContext, Handler, ListHandler, OtherCalls, Services } from '../call/context.ts'
import { onReplica } from '../call/replica.ts'
import { inWork } from '../db/transactions.ts'
import { noteWritten, traced } from '../db/written.ts'
import type { ListQuery } from '../call/list-query.ts'
import { answerList } from '../records/read/list.ts'
import { problemsByForms } from '../records/write/judge-fields.ts'
import { countTaken } from '../records/write/taken.ts'
import { mayLag } from './lagging.ts'
import { refuseUnoffered } from './offered.ts'
import { runOnce } from './once.ts'
import { HANDLERS } from '../calls/handlers.ts'
import { RouteTable } from './route-table.ts'

function endpointOf(scoped: ScopedConfiguration, name: string): EndpointModel {
  const endpoint = scoped.calls().get(name)
  if (!endpoint) throw badRequest(`接口不存在：${name}`)
  return endpoint
}

/** By what they are made of: scopes with the same calls share a table. */
const tables = new WeakMap<object, RouteTable>()

/** The calls of one scope; without it all that there are, for whom it is not known yet. */
export function routesOf(configuration: Configuration, scoped?: ScopedConfiguration): RouteTable {
  const calls = scoped?.calls()
  const found = tables.get(calls ?? configuration)
  if (found) return found
  const tenants = [
    configuration.scope({}).app.api.tenant,
    ...configuration.customers().flatMap(customer => customer.tenant ?? []),
  ]
  const table = new RouteTable(calls ? [...calls.values()] : configuration.endpoints(), tenants)
  tables.set(calls ?? configuration, table)
  return table
}

/** Calls allowed with a one-time password, */
const BEFORE_CHANGE: ReadonlySet<string> = new Set(['auth.userinfo', 'auth.logout', 'user.password'])
/** and calls allowed before a required second factor is set up. */
const BEFORE_ENROLMENT: ReadonlySet<string> = new Set([...BEFORE_CHANGE, 'totp.state', 'totp.begin', 'totp.confirm'])

function checkRight({ endpoint, user, scoped }: CallContext): void {
  if (endpoint.access === 'open') return
  if (!user) throw unauthorised()
  const duty = dutyOf(user)
  if (duty && !(user.mustChange ? BEFORE_CHANGE : BEFORE_ENROLMENT).has(endpoint.name)) throw duty
  if (endpoint.handler !== undefined && !mayMake(scoped, user, endpoint)) throw forbidden()
}

export const notBuilt = ({ label, path }: EndpointModel): Refusal =>
  new Refusal(501, `该接口尚未开通：${label}（${path}）`)

/** The product's own come first: it may do what every product has in a way of its own. */
const definitionOf = ({ product, endpoint: { handler = '' } }: CallContext): Handler | ListHandler | undefined =>
  product.handlers[handler] ?? HANDLERS[handler]

function handlerOf(found: Handler | ListHandler | undefined): Handler | undefined {
  if (found === undefined || typeof found === 'function') return found
  return found.answer ?? (async list => answerList(list, await found.query(list)))
}

async function queryOf(call: CallContext): Promise<ListQuery | undefined> {
  const found = definitionOf(call)
  return typeof found === 'object' ? found.query(call) : undefined
}

async function run(call: CallContext): Promise<unknown> {
  checkRight(call)
  const definition = definitionOf(call)
  const handler = handlerOf(definition)
  if (!handler) throw notBuilt(call.endpoint)
  const checked = { ...call, args: checkedArguments(call) }
  const askAgain = await refuseUnoffered(checked)
  checkAsked(checked)
  await countTaken(checked)
  const handle = (on: CallContext): unknown => {
    const own = { ...on, askAgain }
    return handler({ ...own, others: otherCalls(own) })
  }
  return mayLag(call, definition) ? onReplica(checked, handle) : handle(checked)
}

/**
 * Checks the form of a button's call. Saves and transitions are left out: they check their forms later, together with
 * the record.
 */
function checkAsked(call: CallContext): void {
  const { endpoint, user, scoped } = call
  if (!user || (endpoint.params === undefined && endpoint.handler !== 'delete')) return
  const forms = formsFor(scoped, user, endpoint).filter(form => form.transition === undefined)
  const entity = call.entities().get(endpoint.entity ?? '')
  const sent = ({ name }: FieldModel): unknown => call.args[name]
  const known = entity?.byName ?? new Map<string, FieldModel>()
  const errors = problemsByForms({ call, sent, record: {}, known, isPartial: true }, forms)
  if (Object.keys(errors).length > 0) throw new Refusal(400, Object.values(errors).join('；'), errors)
}

/** Context of a call that no request has sent, for background work with the user's current rights. */
export function callFor(
  services: Services,
  user: SignedIn,
  { ip, fault }: Pick<CallContext, 'ip' | 'fault'>,
): CallContext {
  const configuration = services.configuration()
  const scoped = configuration.scope(scopeOf(user))
  const call: CallContext = {
    ...services,
    endpoint: { name: 'job', label: '后台任务', method: 'POST', path: '', in: 'none' },
    args: {},
    headers: {},
    ip,
    token: undefined,
    scoped,
    entities: () => entitiesIn(services, scoped),
    user,
    rows: rowScope(user, configuration.customers(), scoped),
    fault,
  }
  return { ...call, others: otherCalls(call) }
}

/** A long job looks up its user again for each call, because the user's rights may have changed meanwhile. */
function otherCalls(call: CallContext): OtherCalls {
  return {
    run,
    query: queryOf,
    open: (name, args, by = call.user) => {
      const configuration = call.configuration()
      const scoped = configuration.scope(scopeOf(by))
      const endpoint = endpointOf(scoped, name)
      const rows = by ? rowScope(by, configuration.customers(), scoped) : call.rows
      const { uploads: _, askAgain: _asked, ...rest } = call
      const opened = { ...rest, endpoint, args, user: by, scoped, rows, entities: () => entitiesIn(call, scoped) }
      checkRight(opened)
      return opened
    },
  }
}

/** What somebody has written is remembered before they are answered, so that they read it wherever they read next. */
function remembered<T>(call: CallContext, work: () => Promise<T>): Promise<T> {
  // twice, because the connection may have ended since the change was kept
  const note = (userId: string): Promise<void> =>
    noteWritten(call.db, userId)
      .catch(() => noteWritten(call.db, userId))
      .catch(call.fault)
  return call.replicas ? traced(call.user?.id, work, note) : work()
}

export async function answer(call: CallContext): Promise<Envelope<unknown> | FileAnswer> {
  // what comes again under its key is answered as before, whatever its first time has changed; all else is refused
  // before anything is asked of the database
  if (call.headers[SUBMISSION_HEADER] === undefined) checkRight(call)
  const data = await inWork(call.endpoint.name, () => remembered(call, () => runOnce(call, run)))
  return data instanceof FileAnswer ? data : success(call.endpoint.envelope ?? 'resultCode', data)
}

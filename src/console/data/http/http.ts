import { part, type ConsoleApp } from '../../app/app.ts'
import { changesByGet, CONFIG_HEADER, isDoneOnce, rewritePath, type Envelope } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { numberOf } from '../settings/constants.ts'
import { doubtConnection } from './connection.ts'
import {
  CallError,
  isNo,
  isUnanswered,
  judgeEnvelope,
  judgeStatus,
  noAnswer,
  savedMeanwhile,
  verdictOf,
} from './errors.ts'
import { notify, type Notice } from '../../feedback/notice.ts'
import { hearAnswer } from '../../i18n/clock.ts'
import { sessionAgain } from '../session/relogin.ts'
import { submissionOf } from './submissions.ts'
import { upload } from './upload.ts'
import { clearSession, leaveToLogin, tenant, token } from '../session/session.ts'

export type Args = Record<string, unknown>
export interface SendOptions {
  /** the caller shows errors itself */
  quiet?: boolean
  /** the caller shows what another user has saved meanwhile */
  comparesVersions?: boolean
  /** sign-in: sent without a token, and a 401 means a wrong password */
  tokenCall?: boolean
  /** progress of the upload, 0 to 1 */
  onProgress?: (part: number) => void
  /** cancels an upload */
  stop?: AbortSignal
  /** offered with the error if no answer has come: sends the same once more */
  again?: () => void
  /** the server's answer, where it came before it was asked for */
  brought?: Response | undefined
  /** what is submitted, if its text may change between two attempts at the same */
  submission?: string
}
export interface Api {
  base: string
  clientId: string
  clientSecret: string
  tenant: string
}

/** Stands in for our own server in front of a backend that speaks the specification alone. */
export interface StandIn {
  /** answers a call of ours itself, or refuses what the backend was found to lack; undefined: it is to be sent */
  answer(call: Call, args: Args): Promise<unknown> | undefined
  /** the call with its arguments as that backend has them */
  specified(call: Call, args: Args): { call: Call; args: Args }
  /** whether the backend was found to lack it */
  lacks(call: Call): boolean
  /** the error of an answer that tells that the backend has no such call */
  missed(call: Call, status: number, envelope: Envelope<unknown> | undefined): CallError | undefined
  /** adds to rows what our own server would have told with them */
  complete(asked: Call, meant: Call, data: unknown): void
}

interface Transport {
  api: Api
  standIn?: StandIn | undefined
  /** whether changing calls that the specification sends by GET go by POST */
  byPost: boolean
  onVersion: (version: string) => void
  onRefused: () => void
}
const transport = part((): Transport => ({
  api: { base: '/prod-api', clientId: '', clientSecret: '', tenant: '' },
  byPost: false,
  onVersion: () => {},
  onRefused: () => {},
}))

export function setApi(app: ConsoleApp, next: Api): void {
  transport(app).api = next
}
/** A backend that does not say otherwise gets them by GET, as the specification has it. */
export function changesTravel(app: ConsoleApp, asPost: true | undefined): void {
  transport(app).byPost = asPost === true
}
/** Undefined: the server is our own. */
export function takeStandIn(app: ConsoleApp, standIn: StandIn | undefined): void {
  transport(app).standIn = standIn
}
/** Whether the backend was found not to have a call; our own server has all. */
export const isLacking = (app: ConsoleApp, call: Call | undefined): boolean =>
  call !== undefined && transport(app).standIn?.lacks(call) === true
export function watchVersion(app: ConsoleApp, listener: (version: string) => void): void {
  transport(app).onVersion = listener
}
/** Called when a change is refused: what its sender has on the screen is older than what the server knows. */
export function watchRefusals(app: ConsoleApp, listener: () => void): void {
  transport(app).onRefused = listener
}

/** Texts of answers. Comparing two texts is much cheaper than comparing their rows. */
const sources = new WeakMap<object, string>()
export function sameAnswer(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const text = sources.get(a)
  return text !== undefined && text === sources.get(b)
}

/** Times that a call goes on with a new session: one may have been replaced while it was on its way, and then end. */
const SESSIONS = 2

export async function send<T>(
  app: ConsoleApp,
  call: Call,
  args: Args = {},
  options: SendOptions = {},
  sessions = SESSIONS,
): Promise<T> {
  const used = token()
  try {
    return await attempt<T>(app, call, args, options)
  } catch (cause) {
    if (!(cause instanceof CallError)) doubtConnection()
    const failure = cause instanceof CallError ? cause : noAnswer()
    if (failure.logout) {
      // a session that is refused as soon as it begins (a browser that keeps no cookies) would be asked for forever
      if (sessions > 0 && (await ended(app, used)))
        return send<T>(app, call, args, { ...options, brought: undefined }, sessions - 1)
      leaveToLogin()
    } else if (failure.notice && !isSilent(failure, options) && !isSaid(failure, call))
      notify(app, noticeOf(failure, options))
    if (isDoneOnce(call) && isNo(failure)) transport(app).onRefused()
    throw failure
  }
}

const isSilent = (failure: CallError, { quiet, comparesVersions }: SendOptions): boolean =>
  quiet === true || (comparesVersions === true && savedMeanwhile(failure) !== undefined)

/** Without a network the shell says so above the page, and who reads says in its place what is missing: once each. */
const isSaid = (failure: CallError, call: Call): boolean =>
  !navigator.onLine && isUnanswered(failure) && !isDoneOnce(call)

const noticeOf = (failure: CallError, { again }: SendOptions): Notice => ({
  ...(failure.notice as Notice),
  ...(again && isUnanswered(failure) ? { again } : {}),
})

/** Handles the end of a session (R4.02); true if the same user has signed in again in the dialog. */
export async function ended(app: ConsoleApp, used: string | undefined): Promise<boolean> {
  const now = token()
  // the request was sent with an older token, which has been replaced meanwhile
  if (now && now !== used) return true
  clearSession()
  return sessionAgain(app)
}

async function attempt<T>(app: ConsoleApp, asked: Call, given: Args, options: SendOptions): Promise<T> {
  const { standIn } = transport(app)
  const answered = standIn?.answer(asked, given)
  if (answered) return (await answered) as T
  const { call: meant, args } = standIn?.specified(asked, given) ?? { call: asked, args: given }
  const call = sentAs(app, meant)
  const { url, body } = address(app, call, args)
  const submission = submissionOf(app, call, args, options.submission)
  const request = {
    method: call.method,
    headers: { ...headers(app, call, body, options), ...submission.headers },
    body: body ?? null,
  }
  const since = Date.now()
  const answer = options.brought
    ? options.brought
    : options.onProgress
      ? await upload(url, request, options.onProgress, options.stop)
      : await fetchOrTimeout(app, url, request)
  hearAnswer(answer, since)
  const text = await answer.text()
  const envelope = parse<T>(text)
  submission.answered(verdictOf(answer.status, envelope, call.envelope))
  const version = answer.headers.get(CONFIG_HEADER)
  if (version) transport(app).onVersion(version)
  const failure =
    standIn?.missed(asked, answer.status, envelope)
    ?? judgeStatus(app, answer.status, envelope, { ...options, isChange: isDoneOnce(asked) })
    ?? (envelope ? judgeEnvelope(envelope, call.envelope) : noAnswer())
  if (failure) throw failure
  const data = (envelope as Envelope<T>).data as T
  standIn?.complete(asked, meant, data)
  if (typeof data === 'object' && data) sources.set(data, text)
  return data
}

/** The response of a call that answers with a file instead of an envelope. */
export async function sendForFile(app: ConsoleApp, asked: Call, args: Args): Promise<Response> {
  const call = sentAs(app, asked)
  const { url, body } = address(app, call, args)
  return fetchOrTimeout(app, url, { method: call.method, headers: headers(app, call, body, {}), body: body ?? null })
}

/** The call with its method changed to POST where needed. */
const sentAs = (app: ConsoleApp, call: Call): Call =>
  transport(app).byPost && changesByGet(call) ? { ...call, method: 'POST', in: 'body' } : call

function parse<T>(text: string): Envelope<T> | undefined {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? (said as Envelope<T>) : undefined
  } catch {
    return undefined
  }
}

async function fetchOrTimeout(app: ConsoleApp, url: string, init: RequestInit): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), numberOf(app, 'httpTimeout', 300_000))
  try {
    return await fetch(url, { ...init, signal: stop.signal })
  } catch {
    if (!stop.signal.aborted) doubtConnection()
    throw noAnswer()
  } finally {
    clearTimeout(timer)
  }
}

export function address(app: ConsoleApp, call: Call, args: Args): { url: string; body?: string | FormData } {
  const left: Args = { ...args }
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'tenant') return tenant() ?? transport(app).api.tenant
    const value = left[name]
    delete left[name]
    return encodeURIComponent(String(value ?? ''))
  })
  const url = transport(app).api.base + rewritePath(path)
  if (call.in === 'body') return { url, body: JSON.stringify(left) }
  if (call.in === 'multipart') return { url, body: multipart(left) }
  const query = queryText(left)
  return { url: query ? `${url}?${query}` : url }
}

function queryText(args: Args): string {
  const pairs = Object.entries(args).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(
    pairs.flatMap(([name, value]) => [value].flat().map(one => [name, String(one)])),
  ).toString()
}

function multipart(args: Args): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(args)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  return form
}

function headers(
  app: ConsoleApp,
  call: Call,
  body: string | FormData | undefined,
  options: SendOptions,
): Record<string, string> {
  const result: Record<string, string> = {
    client_id: transport(app).api.clientId,
    client_secret: transport(app).api.clientSecret,
  }
  if (typeof body === 'string' && call.in === 'body') result['content-type'] = 'application/json'
  const bearer = token()
  if (bearer && !options.tokenCall) result.authorization = `Bearer ${bearer}`
  return result
}

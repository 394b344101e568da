import type { ConsoleApp } from '../../app/app.ts'
import {
  MUST_CHANGE_PASSWORD,
  MUST_ENROL,
  OK,
  OUTCOME_UNKNOWN,
  type Envelope,
  type Row,
} from '../../../core/contract/api.ts'
import type { EnvelopeKind } from '../../../core/model/documents.ts'
import { heard } from '../../i18n/heard.ts'
import { t } from '../../i18n/t.ts'
import { numberOf } from '../settings/constants.ts'
import type { Notice } from '../../feedback/notice.ts'

/** A failed call. `notice` has already been shown, unless the caller asked for quiet. */
export class CallError extends Error {
  readonly status: number
  readonly notice: Notice | undefined
  readonly errors: Record<string, string>
  readonly logout: boolean
  /** data sent with the refusal: on a conflict, the record as another user saved it */
  readonly data: unknown
  /** the change may have been made all the same, and may safely be sent again */
  readonly isUnanswered: boolean
  constructor(
    status: number,
    notice: Notice | undefined,
    errors: Record<string, string> = {},
    logout = false,
    data?: unknown,
    isUnanswered = NO_ANSWER.has(status),
    message = notice?.text ?? `${t('操作没有成功')} (${status})`,
  ) {
    super(message)
    this.status = status
    this.notice = notice
    this.errors = errors
    this.logout = logout
    this.data = data
    this.isUnanswered = isUnanswered
  }
}

/** The backend behind this console has no such call: asked again it would have none either. */
export class LackError extends CallError {}

/** Whether the server has said no, as opposed to a failure: nothing was changed, and it knows why. */
export const isNo = ({ status, logout }: CallError): boolean =>
  status === 200 || (status >= 400 && status < 500 && !logout)

/** The record as another user saved it meanwhile, where a change was refused for that. */
export function savedMeanwhile(cause: unknown): Row | undefined {
  if (!(cause instanceof CallError) || cause.status !== 409) return undefined
  return (cause.data as { current?: Row } | undefined)?.current
}

/** No answer, or that of a gateway which has got none. */
const NO_ANSWER: ReadonlySet<number> = new Set([0, 502, 504])
export const isUnanswered = (cause: unknown): boolean => cause instanceof CallError && cause.isUnanswered

type Said = Envelope<unknown> | undefined
const reasonOf = (envelope: Said): string | undefined => (envelope?.data as { reason?: string } | undefined)?.reason
/** Said by the server itself, and not by what stands before it. */
const isOwn = (envelope: Said): boolean => envelope?.resultCode !== undefined || envelope?.code !== undefined

/** What an answer tells of a submission. */
export type Verdict = 'done' | 'refused' | 'unknown'
/** the server's refusal of a key under which it has done something else */
const DONE_BEFORE = 422

/** Of the server's own faults it is not known how far it had come; what no server of ours has said tells nothing. */
export function verdictOf(status: number, envelope: Said, kind: EnvelopeKind): Verdict {
  const isGood = status >= 200 && status < 300 && envelope !== undefined && !judgeEnvelope(envelope, kind)
  if (isGood || (status === DONE_BEFORE && isOwn(envelope))) return 'done'
  return isOwn(envelope) && status < 500 ? 'refused' : 'unknown'
}

/** Whether the server refused what was asked for: the same again is refused again. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof CallError && [400, 403, 404].includes(cause.status)

const error = (text: string): Notice => ({ level: 'error', text })
function messageOf(envelope: Envelope<unknown> | undefined): string | undefined {
  const seconds = (envelope?.data as { retryAfter?: number } | undefined)?.retryAfter
  if (seconds !== undefined) return t('错误次数过多，请{n}秒后再试', { n: seconds })
  const text = envelope?.resultMsg || envelope?.msg
  return text ? heard(text) : undefined
}

const heardAll = (errors: Record<string, string> | undefined): Record<string, string> | undefined =>
  errors && Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, heard(text)]))

/** Error for an HTTP status (specification section 8); undefined if the envelope decides. */
export function judgeStatus(
  app: ConsoleApp,
  status: number,
  envelope: Envelope<unknown> | undefined,
  { tokenCall = false, isChange = false } = {},
): CallError | undefined {
  if (status === 218) return new CallError(status, { level: 'warning', text: t('您的访问过于频繁，请售后再试') })
  if (status >= 200 && status < 300) return undefined
  const errors = heardAll(envelope?.errors)
  if (status === 400)
    return new CallError(status, error(messageOf(envelope) ?? t('请求参数错误')), errors, false, envelope?.data)
  if (status === 401) return unauthorised(envelope, tokenCall)
  if (status === 403) return new CallError(status, forbidden(envelope))
  // what is read says in its own place that there is nothing; what was pressed has no such place
  if (status === 404) {
    const said = gone(envelope)
    return new CallError(status, isChange ? said : undefined, {}, false, undefined, undefined, said.text)
  }
  if (status === 406) return new CallError(status, error(t('该账户没有登录该平台的权限')))
  if (status === 409 && envelope?.data)
    return new CallError(status, error(messageOf(envelope) ?? t('该记录已被他人修改')), errors, false, envelope.data)
  if (status === 501) return new CallError(status, error(messageOf(envelope) ?? t('该功能尚未提供')))
  if (status === 503) return unavailable(envelope)
  if (status >= 500) return new CallError(status, error(failed(status)))
  return new CallError(
    status,
    { ...error(messageOf(envelope) ?? `HTTP ${status}`), seconds: numberOf(app, 'errorDuration', 1000) / 1000 },
    errors,
  )
}

const failed = (status: number): string =>
  NO_ANSWER.has(status) ? t('请求超时请重试') : t('服务器错误，请联系管理员')

/** By the server itself nothing was done, unless it says that it does not know; a gateway says 503 of anything. */
function unavailable(envelope: Said): CallError {
  const notice = error(messageOf(envelope) ?? t('服务器错误，请联系管理员'))
  return new CallError(503, notice, {}, false, undefined, !isOwn(envelope) || reasonOf(envelope) === OUTCOME_UNKNOWN)
}

/**
 * The specification's message, except for users who must change their password or set up a second factor first; why a
 * workflow refuses a step is said below it.
 */
function forbidden(envelope: Said): Notice {
  const reason = reasonOf(envelope)
  const { why } = (envelope?.data ?? {}) as { why?: string }
  if (reason === MUST_CHANGE_PASSWORD || reason === MUST_ENROL)
    return { level: 'warning', text: messageOf(envelope) ?? '' }
  const text = t('没有权限，请联系管理员')
  const because = why === undefined ? undefined : messageOf(envelope)
  return error(because === undefined ? text : `${text}\n${because}`)
}

const gone = (envelope: Envelope<unknown> | undefined): Notice =>
  error(messageOf(envelope) ?? t('记录不存在或不在您的管辖范围内'))

function unauthorised(envelope: Envelope<unknown> | undefined, tokenCall: boolean): CallError {
  if (tokenCall) return new CallError(401, error(messageOf(envelope) ?? t('账号或密码不正确')))
  return new CallError(401, undefined, {}, true)
}

/** Error for the envelope of a 2xx answer; undefined if the call succeeded. */
export function judgeEnvelope(envelope: Envelope<unknown>, kind: EnvelopeKind): CallError | undefined {
  const good =
    kind === 'code'
      ? Number(envelope.code) === 1
      : envelope.resultCode === undefined || String(envelope.resultCode) === OK
  if (good) return undefined
  return new CallError(200, error(messageOf(envelope) ?? t('操作没有成功')), heardAll(envelope.errors))
}

export const noAnswer = (): CallError => new CallError(0, error(t('请求超时请重试')))

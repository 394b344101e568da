import { OK, type Envelope } from '../../core/contract/api.ts'
import type { EnvelopeKind } from '../../core/model/documents.ts'

export function success(kind: EnvelopeKind, data: unknown): Envelope<unknown> {
  return kind === 'code' ? { code: 1, msg: '操作成功', data } : { resultCode: OK, resultMsg: '操作成功', data }
}

export function failure(
  kind: EnvelopeKind,
  status: number,
  message: string,
  errors?: Record<string, string>,
  data?: unknown,
): Envelope<unknown> {
  const said = kind === 'code' ? { code: 0, msg: message } : { resultCode: String(status), resultMsg: message }
  return { ...said, ...(errors ? { errors } : {}), ...(data === undefined ? {} : { data }) }
}

import { isRecord } from '../call/values.ts'
import type { Result } from './rows.ts'

/** A call that itself answers a list of results has failed if one of them has. */
export function resultOf(key: string, data: unknown): Result {
  const failed = Array.isArray(data)
    ? data.filter(isRecord).find(entry => 'code' in entry && String(entry['code']) !== '1')
    : undefined
  return failed ? { key, code: '0', msg: String(failed['msg'] ?? '操作失败') } : { key, code: '1', msg: '' }
}

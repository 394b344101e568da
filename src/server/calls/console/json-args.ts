import { badRequest, Refusal } from '../../answer/refusal.ts'
import { textArg, type CallContext } from '../../call/context.ts'

/** A JSON argument that only the console interprets, as text to store; undefined for null. */
export function jsonArg(call: CallContext, name: string, maxKb: number): string | undefined {
  const value = call.args[name]
  if (value === undefined || value === null) return undefined
  const text = JSON.stringify(value)
  if (Buffer.byteLength(text) > maxKb * 1024) throw new Refusal(413, `内容过大：${name} 不能超过 ${maxKb} KB`)
  return text
}

export const parsed = (text: unknown): unknown => (typeof text === 'string' ? (JSON.parse(text) as unknown) : null)

/** Text of a length within bounds; `label` says what it is. */
export function boundedText(call: CallContext, name: string, label: string, max: number, min = 1): string {
  const text = textArg(call, name)
  const { length } = [...text]
  if (length < min) throw badRequest(`${label}不能为空`)
  if (length > max) throw badRequest(`${label}不能超过${max}个字`)
  if (text.includes('\u0000')) throw badRequest(`${label}格式不正确`)
  return text
}

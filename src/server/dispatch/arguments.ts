import { paramsOf, type ParamModel } from '../../core/compile/models.ts'
import type { ParamKind } from '../../core/model/documents.ts'
import type { EndpointModel } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { date, datetime } from '../../core/model/field/values.ts'
import { choices, MOST_CHOICES, TOO_MANY_CHOICES } from '../call/values.ts'

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
const isText = (value: unknown): boolean => isPlain(value) && !String(value).includes('\u0000')

const FITS: Record<ParamKind, [what: string, fits: (value: unknown) => boolean]> = {
  text: ['文本', isText],
  int: ['整数', value => isPlain(value) && /^[+-]?\d{1,15}$/.test(String(value).trim())],
  flag: ['0 或 1', value => ['0', '1', 'true', 'false'].includes(String(value))],
  date: ['日期', value => isPlain(value) && date(String(value).trim()) !== undefined],
  datetime: ['时间', value => isPlain(value) && datetime(String(value).trim()) !== undefined],
  texts: ['文本，多个用逗号相连', value => isText(value) || (Array.isArray(value) && value.every(isText))],
  list: ['列表', Array.isArray],
  map: ['对象', value => typeof value === 'object' && value !== null && !Array.isArray(value)],
  any: ['', () => true],
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function problem({ name, kind, required }: ParamModel, value: unknown): string | undefined {
  if (isEmpty(value)) return required ? `缺少参数：${name}` : undefined
  const [what, fits] = FITS[kind]
  if (!fits(value)) return `参数 ${name} 格式不正确，应为${what}`
  return kind === 'texts' && choices(value).length > MOST_CHOICES ? `参数 ${name} ${TOO_MANY_CHOICES}` : undefined
}

const declared = new WeakMap<EndpointModel, readonly ParamModel[] | undefined>()

/** Undefined if the call declares no arguments: generic calls check theirs against the entity. */
function paramsOfCall(endpoint: EndpointModel): readonly ParamModel[] | undefined {
  if (!endpoint.params) return undefined
  if (!declared.has(endpoint)) declared.set(endpoint, paramsOf(endpoint))
  return declared.get(endpoint)
}

/** Refuses arguments that the call does not declare if they are in a body; drops them if they are in a query. */
export function checkedArguments({ endpoint, args }: CallContext): Record<string, unknown> {
  const params = paramsOfCall(endpoint)
  if (!params) return args
  const known = new Set(params.map(({ name }) => name))
  const errors: Record<string, string> = {}
  for (const param of params) {
    const said = problem(param, args[param.name])
    if (said !== undefined) errors[param.name] = said
  }
  const unknown = Object.keys(args).filter(name => !known.has(name))
  if (endpoint.in === 'body') for (const name of unknown) errors[name] = `未知的参数：${name}`
  if (Object.keys(errors).length > 0) throw new Refusal(400, Object.values(errors).join('；'), errors)
  return Object.fromEntries(Object.entries(args).filter(([name]) => known.has(name)))
}

import { badRequest } from '../answer/refusal.ts'
import { othersOf, type CallContext } from './context.ts'
import type { ListQuery } from './list-query.ts'
import { isRecord } from './values.ts'

export interface OpenedList {
  call: CallContext
  rows: ListQuery
}

/** A list call, checked against the user's rights, with its query. */
export async function openList(call: CallContext, name: string, args: unknown): Promise<OpenedList> {
  const opened = othersOf(call).open(name, isRecord(args) ? args : {})
  const rows = await othersOf(call).query(opened)
  if (!rows) throw badRequest(`${opened.endpoint.label}不是列表`)
  return { call: opened, rows }
}

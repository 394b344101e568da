import { useMemo } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, ListedTab } from '../../../../core/contract/configuration.ts'
import { RECORD_RELATED } from '../../../data/calls/own-calls.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { expressionScope } from '../../../data/config/scope.ts'
import { useCall } from '../../../data/http/query.ts'
import { isList, listOf } from '../../../fields/values/pasted.ts'
import { givenText } from '../../../fields/values/query.ts'
import { plain } from '../../../fields/values/text.ts'

export interface TabCount {
  number: number
  capped: boolean
}
/** Records of an entity that point at the shown one, by the list that shows them. */
export interface Relation extends TabCount {
  entity: string
  label: string
  page: string
  filters: Record<string, string>
}
export interface Related {
  tabs: Record<string, TabCount>
  related: Relation[]
}
const NOTHING: Related = { tabs: {}, related: [] }

/** What points at the record, counted in one call once it is shown; nothing in front of an existing backend. */
export function useRelated(page: DetailPage, row: Row): Related {
  const app = useApp()
  const isOwn = currentConfig(app).boot?.own === true
  const key = plain(row[page.entity.key])
  const args = useMemo(() => ({ page: page.route, key, tabs: askedOf(app, page, row) }), [app, page, key, row])
  const { data } = useCall<Related>(isOwn && key !== '' ? RECORD_RELATED : undefined, args)
  return data ?? NOTHING
}

/** The filters of the tabs with lists, without tabs that the record lacks a value for. */
function askedOf(app: ConsoleApp, page: DetailPage, row: Row): Record<string, Row> {
  const scope = { ...expressionScope(app), row }
  const listed = page.tabs.filter((tab): tab is ListedTab => tab.page !== undefined)
  return Object.fromEntries(
    listed.flatMap(({ name, filters }) => {
      const given = Object.entries(filters).map(([field, text]) => {
        const value = givenText(evaluate(text, page.route, scope))
        return [field, isList(value) ? listOf(value) : value] as const
      })
      return given.every(([, value]) => value !== '') ? [[name, Object.fromEntries(given)]] : []
    }),
  )
}

import { useMemo, useState } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { DetailPage, PartTab, Tab } from '../../../../core/contract/configuration.ts'
import { currentConfig } from '../../../data/config/config.ts'
import { isFor } from '../../../data/config/scope.ts'
import type { CompiledDetail } from './compile.ts'

/** The parts of a page shown on one tab. */
export interface TabPart {
  page: DetailPage
  compiled: CompiledDetail
}

/** Name of the tab with the lists of what points at the record; no tab of YAML is called so. */
export const RELATED = '$related'
const RELATED_TAB: Tab = { name: RELATED, label: '关联记录', page: '', filters: {} }

const isPart = (tab: Tab): tab is PartTab => tab.page === undefined

function partOf(page: DetailPage, compiled: CompiledDetail, { sections, tables, timeline }: PartTab): TabPart {
  const { timeline: own, frame: _frame, tables: figures, ...whole } = page
  return {
    page: {
      ...whole,
      ...tablesIn(figures, name => tables?.includes(name) === true),
      ...(timeline && own ? { timeline: own } : {}),
    },
    compiled: { ...compiled, sections: compiled.sections.filter(({ name }) => sections.includes(name)) },
  }
}

const tablesIn = (tables: DetailPage['tables'], isHere: (name: string) => boolean): Pick<DetailPage, 'tables'> => {
  const here = (tables ?? []).filter(({ name }) => isHere(name))
  return here.length > 0 ? { tables: here } : {}
}

/** Sections, tables and timeline that are on no tab; undefined if all are. */
function restOf(page: DetailPage, compiled: CompiledDetail): TabPart | undefined {
  const parts = page.tabs.filter(isPart)
  if (parts.length === 0) return { page, compiled }
  const placed = new Set(parts.flatMap(tab => tab.sections))
  const elsewhere = new Set(parts.flatMap(tab => tab.tables ?? []))
  const { timeline, tables, ...whole } = page
  const here = tablesIn(tables, name => !elsewhere.has(name))
  const left: DetailPage = { ...whole, ...here, ...(timeline && !parts.some(tab => tab.timeline) ? { timeline } : {}) }
  const sections = compiled.sections.filter(({ name }) => !placed.has(name))
  const empty = sections.length === 0 && !left.timeline && !left.tables && left.frame === undefined
  return empty ? undefined : { page: left, compiled: { ...compiled, sections } }
}

/** The tabs that the user may open, the open one, and the record's sections on it. */
export function useParts(page: DetailPage, compiled: CompiledDetail, isPointedAt: boolean) {
  const app = useApp()
  const [picked, pick] = useState('')
  const tabs = useMemo(
    () => [
      ...page.tabs.filter(tab => isFor(app, tab.roles) && (isPart(tab) || currentConfig(app).manifest.pages[tab.page])),
      ...(isPointedAt ? [RELATED_TAB] : []),
    ],
    [app, page, isPointedAt],
  )
  const rest = useMemo(() => restOf(page, compiled), [page, compiled])
  const tab = tabs.find(({ name }) => name === picked) ?? (rest ? undefined : tabs[0])
  const part = useMemo(
    () => (tab === undefined ? rest : isPart(tab) ? partOf(page, compiled, tab) : undefined),
    [page, compiled, rest, tab],
  )
  return { tabs, tab, part, hasRest: rest !== undefined, pick }
}

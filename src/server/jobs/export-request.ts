import { dueOf, dueWords } from '../../core/workflow/due.ts'
import { calendarFrom } from '../../core/workflow/working-days.ts'
import { LIMIT_MOST } from '../../core/model/field/parts.ts'
import type { Column, ListPage } from '../../core/contract/configuration.ts'
import { reachOf } from '../access/reach.ts'
import { allows } from '../access/roles.ts'
import { requiredArg, signedInUser, textArg, type CallContext } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'
import { badRequest, forbidden } from '../answer/refusal.ts'
import type { SheetColumn } from './sheet.ts'

const MOST_COLUMNS = 100
const LABEL = 60
const TITLE = 60
const SUMMARY = 2000
const NOT_EXPORTED = new Set(['json', 'image', 'file'])

/**
 * A list page that this user may open and export, and that makes this call: its columns decide what may be exported.
 */
function pageOf(call: CallContext): ListPage {
  const route = requiredArg(call, 'route').replace(/^\/+/, '')
  const page = reachOf(call.scoped, signedInUser(call)).pages.has(route) ? call.scoped.page(route) : undefined
  if (page?.kind !== 'list') throw forbidden()
  if (!page.export) throw forbidden('该列表不允许导出')
  if (page.source.name !== requiredArg(call, 'call')) throw badRequest('导出的数据与列表不一致')
  return page
}

/** A limit as the screen says it, at the moment of the export; further off, its day. */
function limitWords(call: CallContext, translate: (text: string) => string): SheetColumn['words'] {
  const [calendar, now] = [calendarFrom(name => call.scoped.dictionary(name)), chinaTime()]
  return value => {
    const due = dueOf(value, now, LIMIT_MOST, calendar)
    if (!due) return value.slice(0, 10)
    const [template, n] = dueWords(due)
    return translate(template).replace('{n}', String(n))
  }
}

function columnOf(
  call: CallContext,
  page: ListPage,
  wanted: unknown,
  translate: (text: string) => string,
): SheetColumn {
  const { name, label } = (typeof wanted === 'object' && wanted !== null ? wanted : {}) as {
    name?: unknown
    label?: unknown
  }
  const column: Column | undefined = page.columns.find(
    one => one.name === name && allows(one.roles, signedInUser(call)),
  )
  if (!column) throw forbidden(`列表没有“${String(name)}”这一列`)
  const heading = typeof label === 'string' && label !== '' ? [...label].slice(0, LABEL).join('') : column.label
  const entries =
    column.dict === undefined ? undefined : (page.dictionaries[column.dict] ?? call.scoped.dictionary(column.dict))
  return { column, heading, entries, ...(column.kind === 'limit' ? { words: limitWords(call, translate) } : {}) }
}

export interface ExportRequest {
  page: ListPage
  columns: SheetColumn[]
  title: string
  summary: string
  /** includes the files of the records */
  files: boolean
  translate(text: string): string
}

/**
 * Reads and checks an export's request. Kinds, dictionaries and masks come from the page; the client only chooses
 * columns and their headings.
 */
export function exportRequest(call: CallContext): ExportRequest {
  const page = pageOf(call)
  const wanted = call.args['columns']
  if (!Array.isArray(wanted) || wanted.length === 0 || wanted.length > MOST_COLUMNS)
    throw badRequest(`请选择 1 到 ${MOST_COLUMNS} 列`)
  const texts = call.scoped.texts(textArg(call, 'lang') || call.scoped.app.language)
  const translate = (text: string): string => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text)
  const columns = wanted
    .map(one => columnOf(call, page, one, translate))
    .filter(({ column }) => !NOT_EXPORTED.has(column.kind))
  if (columns.length === 0) throw badRequest('所选的列都不能导出')
  const title = [...(textArg(call, 'title') || page.title)].slice(0, TITLE).join('')
  return {
    page,
    columns,
    title,
    summary: textArg(call, 'filterSummary').slice(0, SUMMARY),
    files: ['1', 'true'].includes(textArg(call, 'files')),
    translate,
  }
}

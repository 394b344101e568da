import { MAY, type Row } from '../../../core/contract/api.ts'
import type { DrawContext } from '../../fields/values/definition.ts'
import { limitSayer, type LimitSaid } from '../../fields/cells/limit.tsx'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { queryUrl, recordUrl } from '../../navigation/routes.ts'
import type { Todo } from './todos.ts'

/** One record that waits for the user, whatever it is. */
export interface Work {
  /** the list and its tab that it waits in */
  todo: Todo
  key: string
  title: string
  /** what it is about, beside its name */
  about: string
  state: string
  /** what the user would do next with it */
  step: string
  /** address of the record, or of the list where records have no page */
  url: string
  limit: LimitSaid | undefined
  /** the moment of its limit; '' where it has none */
  moment: string
}

/** What waits in one list: how many, and how many of those that were read are past their limit. */
export interface WorkCount {
  todo: Todo
  /** the list's, with the tab's where another tab of it waits too */
  name: string
  total: number
  late: number
  soon: number
}

type Context = (todo: Todo) => DrawContext

/** All that waits, the most urgent first; what has no limit comes last, as its list has it. */
export function worksOf(todos: readonly Todo[], context: Context): Work[] {
  const works = todos.flatMap(todo => todo.rows.map(maker(todo, context(todo))))
  return works
    .map((work, i) => ({ work, i }))
    .sort((a, b) => byMoment(a.work, b.work) || a.i - b.i)
    .map(({ work }) => work)
}

function byMoment({ moment: a }: Work, { moment: b }: Work): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  return a < b ? -1 : 1
}

function maker(todo: Todo, context: DrawContext): (row: Row) => Work {
  const { page, due } = todo
  const say = due && limitSayer(due, context)
  const to = page.columns.find(column => column.page !== undefined)?.page
  const { key, title } = page.entity
  return row => {
    const said = say?.(due && row[due.name], row)
    const id = plain(row[key])
    return {
      todo,
      key: id,
      title: plain(row[title]) || id,
      about: aboutOf(todo, row),
      state: wordIn(todo, 'status', row),
      step: stepOf(todo, row),
      url: to === undefined ? queryUrl(page.route, { tab: todo.tab.name }) : recordUrl(to, key, row[key]),
      limit: said || undefined,
      moment: said && due ? momentOf(row[due.name]) : '',
    }
  }
}

/** A day without a time is due at its end. */
function momentOf(value: unknown): string {
  const text = plain(value).replace('T', ' ')
  return text.length > 10 ? text : `${text} 23:59:59`
}

const KINDS: ReadonlySet<string> = new Set(['dict'])

/** The first word of a dictionary that the list shows, such as the kind of offence. */
function aboutOf({ page }: Todo, row: Row): string {
  const column = page.columns.find(({ kind, name, more }) => KINDS.has(kind) && !more && plain(row[name]) !== '')
  return column ? wordOf(page.dictionaries[column.dict ?? ''], row[column.name]) : ''
}

function wordIn({ page }: Todo, kind: string, row: Row): string {
  const column = page.columns.find(one => one.kind === kind)
  return column ? wordOf(page.dictionaries[column.dict ?? ''], row[column.name]) : ''
}

const wordOf = (entries: Todo['page']['dictionaries'][string] | undefined, value: unknown): string =>
  t(entries?.find(([key]) => key === plain(value))?.[1] ?? '')

/** The first step that the server would take, of those that the list has as buttons; to change a record is none. */
function stepOf({ page }: Todo, row: Row): string {
  const may = row[MAY]
  const step = page.actions.find(
    ({ transition, args, on, danger }) =>
      transition !== undefined
      && 'action' in (args ?? {})
      && danger !== true
      && on.includes('row')
      && Array.isArray(may)
      && may.includes(transition),
  )
  return t(step?.label ?? '查看')
}

export const countsOf = (works: readonly Work[], todos: readonly Todo[]): WorkCount[] =>
  todos.map(todo => {
    const own = works.filter(work => work.todo === todo)
    const of = (tone: string): number => own.filter(({ limit }) => limit?.tone === tone).length
    return { todo, name: nameOf(todo, todos), total: todo.total, late: of('error'), soon: of('warning') }
  })

function nameOf({ page, tab }: Todo, todos: readonly Todo[]): string {
  const isAlone = todos.filter(other => other.page.title === page.title).length === 1
  return isAlone ? t(page.title) : `${t(page.title)} · ${t(tab.label)}`
}

import useSWR from 'swr'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { ListAnswer, Row } from '../../../core/contract/api.ts'
import type { Column, ListPage, ListTab } from '../../../core/contract/configuration.ts'
import { currentConfig, pageOf } from '../../data/config/config.ts'
import { loadEngine } from '../../data/config/expressions.ts'
import { LackError } from '../../data/http/errors.ts'
import { send } from '../../data/http/http.ts'
import { listArgs } from '../list/query/state.ts'
import { tabsOf } from '../list/query/tabs.ts'

/** How many of each are read where nothing else is said, those due first: more than anybody does in a day. */
const FIRST = 20

/** One tab of a list that app or page says is something to do. */
export interface Todo {
  page: ListPage
  tab: ListTab
  /** address of the list with this tab open */
  url: string
  total: number
  capped: boolean
  rows: Row[]
  /** the time limit that they are sorted by */
  due: Column | undefined
}

async function todoOf(app: ConsoleApp, page: ListPage, tab: ListTab, args: Record<string, unknown>): Promise<Todo[]> {
  const answer = await send<ListAnswer>(app, page.source, args, { quiet: true })
  if (answer.totalRecord === 0) return []
  return [
    {
      page,
      tab,
      url: `/${page.route}?tab=${encodeURIComponent(tab.name)}`,
      total: answer.totalRecord,
      capped: answer.capped === true,
      rows: answer.list,
      due: dueOf(page),
    },
  ]
}

/** What binds next where the list has it, else a limit of its own. */
const dueOf = ({ columns }: ListPage): Column | undefined =>
  columns.find(({ kind }) => kind === 'limit') ?? columns.find(({ due }) => due !== undefined)

export interface Todos {
  todos: Todo[]
  /** whether all lists answered: of what was not read nobody may say that nothing waits */
  whole: boolean
}

/** What waits for the user; undefined until all lists have answered or failed, so that nothing moves twice. */
export function useTodos(first = FIRST) {
  const app = useApp()
  const { data, error, mutate } = useSWR<Todos, Error>(`todos ${first}`, () => readTodos(app, first), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const read = data ?? (error ? { todos: [], whole: false } : undefined)
  return { read, again: () => void mutate() }
}

/** What waits for the user, from all lists that say so; what two lists show alike is asked for once. */
export async function readTodos(app: ConsoleApp, first = FIRST): Promise<Todos> {
  const { pages } = currentConfig(app).manifest
  const routes = Object.keys(pages).filter(route => pages[route]?.todo)
  if (routes.length === 0) return { todos: [], whole: true }
  const [lists] = await Promise.all([Promise.all(routes.map(route => pageOf(app, route))), loadEngine()])
  const asked = new Set<string>()
  const parts = lists.flatMap(page => {
    if (page?.kind !== 'list') return []
    return tabsOf(app, page).flatMap(tab => {
      if (!tab.todo) return []
      const sort = dueOf(page)?.name
      const state = { page: 1, size: first, filters: {}, tab: tab.name, ...(sort ? { sort } : {}) }
      const args = listArgs(app, page, state)
      const same = `${page.source.name} ${JSON.stringify(args)}`
      if (asked.has(same)) return []
      asked.add(same)
      return [todoOf(app, page, tab, args)]
    })
  })
  const answers = await Promise.allSettled(parts)
  return {
    todos: answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
    // where the backend has no such list nothing waits in it
    whole: answers.every(answer => answer.status === 'fulfilled' || answer.reason instanceof LackError),
  }
}

import { UNMASK } from '../../src/core/model/roles.ts'
import { scopeOf } from '../../src/core/model/scope.ts'
import type { TableRow } from '../../src/server/db/database.ts'
import type { Draw, Tried } from './draw.ts'
import type { Args, Ground } from './ground.ts'

/** Whole values that anybody may look for in an hour, see src/server/access/guesses.ts. */
const MOST = 60

/** A list of values, with the page that shows it: its rows leave as a spreadsheet from there. */
interface Looked {
  call: string
  route: string
  column: string
}
type Door = (looked: Looked, args: Args) => { call: string; args: Args }

/** Doors by which a whole value can be looked for in the list of a call. */
const DOORS: Readonly<Record<string, Door>> = {
  list: ({ call }, args) => ({ call, args: { pageNo: 1, pageRowNo: 20, pageFlag: 1, ...args } }),
  tabs: ({ call }, args) => ({ call: 'list.tabs', args: { call, tabs: { all: args } } }),
  selection: ({ call }, args) => ({ call: 'selection.freeze', args: { call, args } }),
  export: ({ call, route, column }, args) => ({
    call: 'export.run',
    args: { route, call, args, columns: [{ name: column }], title: '导出' },
  }),
}

/** The pages of a person that show a list whose telephone numbers are masked. */
function listsOf(ground: Ground, username: string): { looked: Looked; field: string }[] {
  const scope = ground.configuration.scope(scopeOf(ground.person(username)))
  const { calls } = ground.reach(username)
  return Object.keys(scope.manifest.pages).flatMap(route => {
    const page = scope.page(route)
    if (page?.kind !== 'list' || !calls.has(page.source.name)) return []
    const endpoint = ground.calls.find(({ name }) => name === page.source.name)
    const phone = ground.entities.get(endpoint?.entity ?? '')?.fields.find(({ mask }) => mask === 'phone')
    const column = page.columns.find(({ name }) => name !== phone?.name)
    if (endpoint?.handler !== 'list' || !phone || !column) return []
    return [{ looked: { call: endpoint.name, route, column: column.name }, field: phone.name }]
  })
}

/** More values behind a mask than anybody may look for, by all doors together; and parts of one, which find nothing. */
export async function masks(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const people = draw.some(
    ground.accounts.filter(({ username }) => !mayUnmask(ground, username)),
    Math.max(1, Math.floor(times / MOST)),
  )
  for (const { username } of people) {
    const found = draw.one(listsOf(ground, username))
    if (!found) continue
    const { looked, field } = found
    const start = draw.below(9000)
    let answered = 0
    for (let n = 0; n < MOST + 20; n++) {
      const value = `138${String(start + n).padStart(8, '0')}`
      const { call, args } = DOORS[draw.one(Object.keys(DOORS))!]!(looked, { [field]: value })
      if ((await ground.as(username, call, args)).status === 200) answered++
    }
    const what = `${username}: ${MOST + 20} numbers looked for in ${looked.call}`
    // where none is answered, nothing was tried
    const isTried = answered > 0 && answered <= MOST
    tried.push(isTried ? { what } : { what, broken: `${answered} were answered` })
    const { data } = await ground.as(username, looked.call, { pageNo: 1, pageRowNo: 50, pageFlag: 1 })
    const shown = ((data as { list?: TableRow[] } | undefined)?.list ?? []).flatMap(row => row[field] ?? [])
    const open = shown.filter(value => /^\d{11}$/.test(String(value)))
    tried.push({
      what: `${username} reads ${looked.call}`,
      ...(open.length > 0 ? { broken: `shows ${String(open[0])}` } : {}),
    })
  }
  return tried
}

const mayUnmask = ({ person }: Ground, username: string): boolean =>
  person(username).permissions?.includes(UNMASK) ?? false

import { UNMASK } from '../../src/core/model/roles.ts'
import type { TableRow } from '../../src/server/db/database.ts'
import type { Draw, Tried } from './draw.ts'
import type { Args, Ground } from './ground.ts'

/** Whole values that anybody may look for in an hour, see src/server/access/guesses.ts. */
const MOST = 60

/** Doors by which a whole value can be looked for in the list of a call. */
const DOORS: Readonly<Record<string, (list: string, args: Args) => { call: string; args: Args }>> = {
  list: (call, args) => ({ call, args: { pageNo: 1, pageRowNo: 20, pageFlag: 1, ...args } }),
  tabs: (call, args) => ({ call: 'list.tabs', args: { call, tabs: { all: args } } }),
  selection: (call, args) => ({ call: 'selection.freeze', args: { call, args } }),
}

/** More values behind a mask than anybody may look for, by all doors together; and parts of one, which find nothing. */
export async function masks(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const lists = ground.calls.filter(({ handler, entity }) => {
    const phone = ground.entities.get(entity ?? '')?.fields.find(({ mask }) => mask === 'phone')
    return handler === 'list' && phone !== undefined
  })
  const people = draw.some(
    ground.accounts.filter(({ username }) => !mayUnmask(ground, username)),
    Math.max(1, Math.floor(times / MOST)),
  )
  for (const { username } of people) {
    const list = draw.one(lists.filter(({ name }) => ground.reach(username).calls.has(name)))
    const field = list && ground.entities.get(list.entity!)!.fields.find(({ mask }) => mask === 'phone')
    if (!list || !field) continue
    const start = draw.below(9000)
    let answered = 0
    for (let n = 0; n < MOST + 20; n++) {
      const value = `138${String(start + n).padStart(8, '0')}`
      const { call, args } = DOORS[draw.one(Object.keys(DOORS))!]!(list.name, { [field.name]: value })
      if ((await ground.as(username, call, args)).status === 200) answered++
    }
    const what = `${username}: ${MOST + 20} numbers looked for in ${list.name}`
    // where none is answered, nothing was tried
    const isTried = answered > 0 && answered <= MOST
    tried.push(isTried ? { what } : { what, broken: `${answered} were answered` })
    const { data } = await ground.as(username, list, { pageNo: 1, pageRowNo: 50, pageFlag: 1 })
    const shown = ((data as { list?: TableRow[] } | undefined)?.list ?? []).flatMap(row => row[field.name] ?? [])
    const open = shown.filter(value => /^\d{11}$/.test(String(value)))
    tried.push({
      what: `${username} reads ${list.name}`,
      ...(open.length > 0 ? { broken: `shows ${String(open[0])}` } : {}),
    })
  }
  return tried
}

const mayUnmask = ({ person }: Ground, username: string): boolean =>
  person(username).permissions?.includes(UNMASK) ?? false

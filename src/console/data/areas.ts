import { part, type ConsoleApp } from '../app/app.ts'
import type { AreaNode } from '../../core/contract/api.ts'
import { AREA_LIST } from './calls/session-calls.ts'
import { send } from './http/http.ts'

/** Children of areas by code, '' for the user's own top areas; each requested once. */
const answers = part(() => new Map<string, Promise<AreaNode[]>>())

export function childAreas(app: ConsoleApp, areaCode?: string): Promise<AreaNode[]> {
  const known = answers(app)
  const key = areaCode ?? ''
  let answer = known.get(key)
  if (!answer) {
    answer = send<AreaNode[]>(app, AREA_LIST, areaCode ? { areaCode } : {}).then(withoutEmpty)
    answer.catch(() => known.delete(key))
    known.set(key, answer)
  }
  return answer
}

/** Removes empty lists of children: the cascader would show an empty column for them. */
export function withoutEmpty(nodes: AreaNode[]): AreaNode[] {
  return nodes.map(node => {
    const { children, ...rest } = node
    return children?.length ? { ...rest, children: withoutEmpty(children) } : rest
  })
}

/** Towns (level 4) are leaves of area pickers: nothing below them can be filtered by. */
export const isLeaf = (node: AreaNode): boolean => node.isLeaf ?? node.areaLevel > 3

/** '340402' → ['340000', '340400', '340402'] */
export function areaPath(code: string): string[] {
  const levels = [2, 4, 6].map(length => code.slice(0, length).padEnd(6, '0'))
  const path = code.length > 6 ? [...levels, code] : levels
  return [...new Set(path)]
}

export const areaName = async (app: ConsoleApp, code: string): Promise<string> =>
  (await areaNames(app, code)).join(' / ')

/** Without those that it lies within: where several are named in a row. */
export const ownAreaName = async (app: ConsoleApp, code: string): Promise<string> =>
  (await areaNames(app, code)).at(-1) ?? code

async function areaNames(app: ConsoleApp, code: string): Promise<string[]> {
  const found: string[] = []
  let parent: string | undefined
  for (const step of areaPath(code)) {
    const node = (await childAreas(app, parent).catch(() => [])).find(one => one.areaCode === step)
    if (!node) continue
    found.push(node.areaName)
    parent = step
  }
  return found
}

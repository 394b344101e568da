import type { ConsoleApp } from '../../app/app.ts'
import type { AreaNode } from '../../../core/contract/api.ts'
import { areaPath, childAreas, isLeaf } from '../../data/areas.ts'

export interface AreaOption {
  value: string
  label: string
  isLeaf: boolean
  children?: AreaOption[]
}
/** Limits of an area picker: number of columns, and deepest area level (R5.04). */
export interface Depth {
  columns: number
  level: number
}

/** Whether an area in this column has no selectable children. */
export const endsHere = (node: AreaNode, column: number, depth: Depth | undefined): boolean =>
  isLeaf(node) || (depth !== undefined && (column >= depth.columns || node.areaLevel >= depth.level))

const toOption = (node: AreaNode, column: number, depth: Depth | undefined): AreaOption => ({
  value: node.areaCode,
  label: node.areaName,
  isLeaf: endsHere(node, column, depth),
  ...(node.children ? { children: node.children.map(child => toOption(child, column + 1, depth)) } : {}),
})

export const childOptions = async (
  app: ConsoleApp,
  code: string | undefined,
  column: number,
  depth: Depth | undefined,
): Promise<AreaOption[]> => (await childAreas(app, code)).map(node => toOption(node, column, depth))

/** The root options with all levels down to each of the values loaded. */
export async function branches(
  app: ConsoleApp,
  values: readonly string[],
  depth: Depth | undefined,
): Promise<AreaOption[]> {
  const roots = await childOptions(app, undefined, 1, depth)
  for (const value of values) await grow(app, roots, value, depth)
  return roots
}

async function grow(app: ConsoleApp, roots: AreaOption[], value: string, depth: Depth | undefined): Promise<void> {
  let [level, column] = [roots, 1]
  for (const code of areaPath(value).slice(0, -1)) {
    const here = level.find(option => option.value === code)
    if (!here) continue
    column += 1
    here.children ??= await childOptions(app, code, column, depth)
    level = here.children
  }
}

export function pathIn(options: AreaOption[], value: string): string[] {
  const wanted = new Set(value ? areaPath(value) : [])
  const path: string[] = []
  let level: AreaOption[] | undefined = options
  while (level) {
    const next: AreaOption | undefined = level.find(option => wanted.has(option.value))
    if (!next) break
    path.push(next.value)
    level = next.children
  }
  return path
}

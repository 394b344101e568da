import type { AreaNode } from '../../core/contract/api.ts'
import { areaPrefix } from '../../core/model/scope.ts'

/** [code, name, code of the parent ('' for a province), level] */
export type RegionRow = [code: string, name: string, parent: string, level: number]

const NATION = '000000'

/** The country's areas down to towns, by code. */
export class Regions {
  #byCode = new Map<string, RegionRow>()
  #children = new Map<string, RegionRow[]>()

  constructor(rows: Iterable<RegionRow>) {
    for (const row of rows) this.#add(row)
  }

  #add(row: RegionRow): void {
    const [code, , parent] = row
    if (this.#byCode.has(code)) return
    this.#byCode.set(code, row)
    const above = parent || NATION
    const siblings = this.#children.get(above) ?? []
    siblings.push(row)
    this.#children.set(above, siblings)
  }

  has(code: string): boolean {
    return code === NATION || this.#byCode.has(code)
  }

  nameOf(code: string): string {
    return code === NATION ? '全国' : (this.#byCode.get(code)?.[1] ?? '')
  }

  /** '' for a province */
  parentOf(code: string): string {
    return this.#byCode.get(code)?.[2] ?? ''
  }

  /** '340402' → '安徽省淮南市大通区' */
  fullName(code: string): string {
    const row = this.#byCode.get(code)
    return row ? this.fullName(row[2]) + row[1] : ''
  }

  children(code: string): RegionRow[] {
    return this.#children.get(code || NATION) ?? []
  }

  node(code: string): AreaNode | undefined {
    if (code === NATION) return { areaCode: NATION, areaName: '全国', areaLevel: 0 }
    const row = this.#byCode.get(code)
    return row && this.#toNode(row)
  }

  #toNode([code, name, , level]: RegionRow): AreaNode {
    const leaf = !this.#children.has(code)
    return { areaCode: code, areaName: name, areaLevel: level, ...(leaf ? { isLeaf: true } : {}) }
  }

  /** The areas one level below, without those that the customer hides (R6.09). */
  nodesBelow(code: string, hidden: ReadonlySet<string>): AreaNode[] {
    return this.children(code)
      .filter(([child]) => !hidden.has(child))
      .map(row => this.#toNode(row))
  }

  /** A tree down to a level. A leaf has no `children` at all, instead of an empty list (R3.02). */
  tree(code: string, maxLevel: number, hidden: ReadonlySet<string>): AreaNode | undefined {
    const root = this.node(code)
    if (!root || root.areaLevel >= maxLevel) return root
    const children = this.nodesBelow(code, hidden).flatMap(child => this.tree(child.areaCode, maxLevel, hidden) ?? [])
    return children.length > 0 ? { ...root, children } : root
  }
}

/** Whether an area lies in another, or is it. */
export const isWithin = (areaCode: string, outer: string): boolean => areaCode.startsWith(areaPrefix(outer))

import type { AreaNode, MenuItem } from '../../../core/contract/api.ts'
import { ownMenu } from '../../access/menu.ts'
import { reachOf } from '../../access/reach.ts'
import { notFound } from '../../answer/refusal.ts'
import { signedInUser, textArg, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { hiddenAreas } from '../../call/hidden-areas.ts'
import { unitsWhere, type OrgRow } from '../accounts/orgs.ts'

const COUNTY = 3

/** Roots of a user's choice of areas: the own area, else the areas of the customer, else the provinces. */
function ownRoots(call: CallContext): AreaNode[] {
  const { areaCode, areaLevel } = signedInUser(call)
  if (areaLevel > 0) return [call.regions.node(areaCode)].flatMap(node => node ?? [])
  if (call.rows.customer.length > 0)
    return call.rows.customer.flatMap(prefix => call.regions.node(prefix.padEnd(6, '0')) ?? [])
  return call.regions.nodesBelow('', hiddenAreas(call))
}

function areasBelow(call: CallContext): AreaNode[] {
  const areaCode = textArg(call, 'areaCode')
  return areaCode === '' ? ownRoots(call) : call.regions.nodesBelow(areaCode, hiddenAreas(call))
}

function areaTree(call: CallContext): AreaNode[] {
  const root = textArg(call, 'areaCode') || signedInUser(call).areaCode
  const level = call.regions.node(root)?.areaLevel ?? COUNTY
  const tree = call.regions.tree(root, Math.min(level + 2, COUNTY + 1), hiddenAreas(call))
  return tree ? [tree] : []
}

/** The entries of a dictionary, as the calls of the specification send them. */
export function entriesOf(call: CallContext, name: string): { key: string; value: string }[] {
  const entries = call.scoped.dictionary(name)
  if (!entries) throw notFound(`字典“${name}”不存在`)
  return entries.map(([key, value]) => ({ key, value }))
}

const byCode: Handler = call => {
  const code = textArg(call, 'code') || textArg(call, 'dictCode')
  return entriesOf(call, code)
}

type OrgNode = Omit<OrgRow, 'parentId'> & { parentId: string | null; children?: OrgNode[] }

async function orgTree(call: CallContext): Promise<OrgNode[]> {
  const rows = await unitsWhere(call)
  const present = new Set(rows.map(row => row.orgId))
  // grouped once: searching thousands of units for the children of each would take seconds
  const byParent = new Map<string, OrgRow[]>()
  for (const row of rows) {
    const parent = present.has(row.parentId ?? '') ? (row.parentId ?? '') : ''
    const others = byParent.get(parent)
    if (others) others.push(row)
    else byParent.set(parent, [row])
  }
  const below = (parent: string): OrgNode[] =>
    (byParent.get(parent) ?? []).map(row => {
      const children = below(row.orgId)
      return children.length > 0 ? { ...row, children } : row
    })
  return below('')
}

/** As the specification names them, `children` beside `subMenus`; `perms` is what a role is given to have the entry. */
interface SpecifiedMenuItem extends MenuItem {
  perms: string
  children: SpecifiedMenuItem[]
}
const specifiedItems = (items: readonly MenuItem[]): SpecifiedMenuItem[] =>
  items.map(item => {
    const children = specifiedItems(item.subMenus)
    return { ...item, perms: item.id, subMenus: children, children }
  })
function currentMenu(call: CallContext): SpecifiedMenuItem[] {
  const user = signedInUser(call)
  return specifiedItems(ownMenu(call.scoped.menu, reachOf(call.scoped, user).menu, user))
}

export const lookups: Handlers = {
  'menu.current': currentMenu,
  'area.list': areasBelow,
  'area.children': areasBelow,
  'area.tree': areaTree,
  'dict.byCode': byCode,
  'dict.tenant': byCode,
  'org.tree': orgTree,
}

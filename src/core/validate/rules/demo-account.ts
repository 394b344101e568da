import type { Origin } from '../../diagnostic/diagnostic.ts'
import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { PERMISSIONS } from '../../model/roles.ts'
import type { Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import { demosOf, itemsOf, membersOf, textAt, type DemoSource } from '../facts/demos.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const demoAccount: Rule = {
  code: 'demo-account',
  about: {
    zh: '演示账号的角色、部门和“像谁”都有，角色的按钮也有；登录名和角色代码在各客户之间不重复',
    en: 'Roles, buttons, departments and models of demonstration accounts exist; names are used once in all customers',
  },
  check: (context, report) => {
    const demos = demosOf(context)
    const shared = demos.filter(({ customer }) => customer === undefined).flatMap(demo => namesIn(demo, 'roles'))
    const types = new Set(codesOf(context))
    const buttons = new Set([...buttonsOf(context), ...Object.keys(PERMISSIONS)])
    const known = { roles: new Map<string, Origin>(), accounts: new Map<string, Origin>() }
    for (const demo of demos) {
      checkOnce(demo, 'roles', known.roles, report)
      checkOnce(demo, 'accounts', known.accounts, report)
      checkTaken(demo, context.words?.accounts ?? [], report)
      checkNames(demo, new Set([...shared, ...namesIn(demo, 'roles')]), report)
      for (const [, { value }] of membersOf(demo.document.node, 'roles'))
        for (const one of itemsOf(value, 'buttons'))
          if (one.type === 'scalar' && !buttons.has(String(one.value)))
            reportUnknown(report, { name: String(one.value), origin: one.origin }, ['按钮', 'button'], buttons)
      for (const [, { value }] of membersOf(demo.document.node, 'departments'))
        for (const one of value.type === 'map' ? value.entries.values() : [])
          if (one.value.type === 'scalar' && types.size > 0 && !types.has(String(one.value.value)))
            reportUnknown(report, { name: String(one.value.value), origin: one.value.origin }, TYPE, types)
    }
  },
}

const buttonsOf = (context: RuleContext): string[] =>
  context.of('workflow').flatMap(({ node }) => membersOf(node, 'transitions').map(([code]) => code))

const TYPE = ['机构类型', 'type of unit'] as const
const codesOf = (context: RuleContext): string[] =>
  context
    .of('dictionary')
    .filter(({ name }) => name === 'orgType')
    .flatMap(({ node }) => membersOf(node, 'entries').map(([code]) => code))

const namesIn = ({ document }: DemoSource, key: string): string[] => membersOf(document.node, key).map(([name]) => name)

function checkOnce(
  { document }: DemoSource,
  key: 'roles' | 'accounts',
  known: Map<string, Origin>,
  report: RuleReport,
): void {
  for (const [name, { keyOrigin }] of membersOf(document.node, key)) {
    const other = known.get(name)
    known.set(name, other ?? keyOrigin)
    if (other)
      report({
        origin: keyOrigin,
        zh: `“${name}”已在 ${formatOrigin(other)} 用了，请换一个`,
        en: `"${name}" is used already at ${formatOrigin(other)}: take another one`,
      })
  }
}

/** Accounts that every demonstration of the product has. */
function checkTaken({ document }: DemoSource, taken: readonly string[], report: RuleReport): void {
  for (const [name, { keyOrigin }] of membersOf(document.node, 'accounts'))
    if (taken.includes(name))
      report({
        origin: keyOrigin,
        zh: `“${name}”是平台自己的演示账号，请换一个`,
        en: `"${name}" is the platform's own account of the demonstration: take another one`,
      })
}

function checkNames({ document: { node } }: DemoSource, roles: ReadonlySet<string>, report: RuleReport): void {
  const accounts = membersOf(node, 'accounts')
  for (const [, { value }] of accounts) {
    for (const role of itemsOf(value, 'roles'))
      if (role.type === 'scalar' && !roles.has(String(role.value)))
        reportUnknown(report, { name: String(role.value), origin: role.origin }, ['角色', 'role'], roles)
    checkDepartment(node, value, [textAt(value, 'area')], report)
  }
  const models = new Set(accounts.map(([name]) => name))
  for (const some of itemsOf(node, 'staff')) {
    const like = textAt(some, 'like')
    if (like && !models.has(String(like.value)))
      reportUnknown(report, { name: String(like.value), origin: like.origin }, ['演示账号', 'account'], models)
    checkDepartment(node, some, itemsOf(some, 'areas'), report)
  }
}

/** A department has to be there in each area where somebody works in it. */
function checkDepartment(node: Node, holder: Node, areas: readonly (Node | undefined)[], report: RuleReport): void {
  const department = textAt(holder, 'department')
  if (!department) return
  const units = new Map(membersOf(node, 'departments').map(([area, { value }]) => [area, value]))
  for (const area of areas) {
    if (area?.type !== 'scalar') continue
    const there = units.get(String(area.value))
    const names = new Set(there?.type === 'map' ? there.entries.keys() : [])
    if (names.has(String(department.value))) continue
    reportUnknown(
      report,
      { name: String(department.value), origin: department.origin },
      [`部门（${String(area.value)}）`, `department in ${String(area.value)}`],
      names,
    )
    return
  }
}

import { isPlace } from '../../model/roles.ts'
import { groupsOf } from '../../overlay/role-groups.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const roleGroup: Rule = {
  code: 'role-group',
  about: {
    zh: '角色组的名字与层级、地区编码和角色代码都不同',
    en: 'The name of a group of roles is no level, area code or role code',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('app')) {
      const groups = getEntry(node, 'roleGroups')?.value
      if (groups?.type !== 'map') continue
      for (const [name, { keyOrigin, value }] of groups.entries) {
        if (value.type === 'list' && groupsOf(node).get(name)?.items.length === 0)
          report({
            origin: keyOrigin,
            zh: `角色组“${name}”里没有角色：它只写了自己`,
            en: `The group "${name}" holds no role: it names itself alone`,
          })
        if (!isPlace(name) && !view.names('role').has(name)) continue
        report({
          origin: keyOrigin,
          zh: `“${name}”已经是${isPlace(name) ? '层级或地区编码' : '角色代码'}，角色组要用另一个名字`,
          en:
            `"${name}" is ${isPlace(name) ? 'a level or an area code' : 'a role'} already: `
            + 'give the group another name',
        })
      }
    }
  },
}

import { areaPrefix } from '../../model/scope.ts'
import { layerOf } from '../../overlay/layer.ts'
import { toValue, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import { demosOf, itemsOf, membersOf, textAt } from '../facts/demos.ts'
import type { Rule } from '../facts/rule.ts'
import { isArea } from './area-exists.ts'

export const demoArea: Rule = {
  code: 'demo-area',
  about: {
    zh: '演示的地区是有的，在客户所辖之内',
    en: 'Areas of a demonstration exist, and the customer covers them',
  },
  check: (context, report) => {
    for (const { document, customer } of demosOf(context)) {
      const covered = customer === undefined ? undefined : coveredBy(context, customer)
      for (const { code, origin } of areasIn(document.node)) {
        if (!isArea(code)) report({ origin, zh: `没有地区“${code}”`, en: `There is no area "${code}"` })
        else if (covered && !covered.some(prefix => code.startsWith(areaPrefix(prefix))))
          report({
            origin,
            zh: `地区“${code}”不归客户 ${customer} 管（所辖：${covered.join('、')}）`,
            en: `Customer ${customer} does not cover the area "${code}" (it covers ${covered.join(', ')})`,
          })
      }
    }
  },
}

function coveredBy({ resolver }: RuleContext, customer: string): string[] | undefined {
  const own = resolver.layersOf('customer').find(({ layer }) => layerOf(layer)?.customer === customer)
  const areas = itemsOf(own?.node, 'areas').map(item => String(toValue(item)))
  return areas.length > 0 ? areas : undefined
}

type Place = { code: string; origin: Node['origin'] }
const placeOf = (node: Node | undefined): Place[] =>
  node?.type === 'scalar' ? [{ code: String(node.value), origin: node.origin }] : []

const areasIn = (node: Node): Place[] => [
  ...membersOf(node, 'departments').map(([code, { keyOrigin }]) => ({ code, origin: keyOrigin })),
  ...membersOf(node, 'accounts').flatMap(([, { value }]) => placeOf(textAt(value, 'area'))),
  ...itemsOf(node, 'staff').flatMap(some => itemsOf(some, 'areas').flatMap(placeOf)),
  ...itemsOf(node, 'records').flatMap(line => placeOf(textAt(line, 'area'))),
]

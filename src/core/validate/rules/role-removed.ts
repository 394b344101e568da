import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { appliesTo, layerOf, placeOf } from '../../overlay/layer.ts'
import { scopeOfLayer } from '../../overlay/scopes.ts'
import type { Document } from '../../source/document.ts'
import { getEntry, isFalse } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

export const roleRemoved: Rule = {
  code: 'role-removed',
  about: {
    zh: '覆盖去掉的角色，在它管的范围里没有别处还写着',
    en: 'A role that an overlay takes away is named nowhere that the overlay applies to',
  },
  check: (context, report) => {
    for (const document of context.resolver.layersOf('dictionaries/role')) {
      const entries = getEntry(document.node, 'entries')?.value
      for (const [role, { keyOrigin, value }] of entries?.type === 'map' ? entries.entries : []) {
        const places = isFalse(value) ? placesOf(context, role, document) : []
        if (places.length === 0) continue
        const shown = places.slice(0, 3).join('、')
        report({
          origin: keyOrigin,
          zh: `去掉了角色“${role}”，还有 ${places.length} 处写着它：${shown}。请在那里也去掉它，或者留下它`,
          en: `The role "${role}" is gone, but ${places.length} places name it: ${shown}. Take it out there or keep it`,
        })
      }
    }
  },
}

/** Where a role is named among what those have for whom the file is. */
function placesOf(context: RuleContext, role: string, { layer }: Document): string[] {
  const scope = scopeOfLayer(layerOf(layer)!)
  return [
    ...new Set(
      [...context.mentions('role')].flatMap(({ mention: { name, origin } }) => {
        const place = placeOf(origin.file)
        return name === role && place && appliesTo(place.layer, scope) ? [formatOrigin(origin)] : []
      }),
    ),
  ]
}

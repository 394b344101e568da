import { nearest } from '../../diagnostic/nearest.ts'
import { BASE, PRODUCT } from '../../overlay/layer.ts'
import { movesOf } from '../../overlay/moved-pages.ts'
import { getEntry, isEmpty } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

const PAGE = new RegExp(`^${BASE.name}/pages/(.+)\\.ya?ml$`)

export const movedPage: Rule = {
  code: 'moved-page',
  about: {
    zh: 'app.yaml 的 routes 只给内置页面路由，各页不同',
    en: 'The routes of app.yaml name pages of the base, and give each a route of its own',
  },
  check: ({ project }, report) => {
    const pages = [...project.sources.keys()].flatMap(path => PAGE.exec(path)?.[1] ?? [])
    const app = project.documents.get('app')?.find(({ layer }) => layer === PRODUCT.name)
    const routes = getEntry(app?.node, 'routes')?.value
    for (const [from, { keyOrigin, value }] of routes?.type === 'map' ? routes.entries : [])
      if (isEmpty(value))
        report({ origin: keyOrigin, zh: `“${from}”没有写新的路由`, en: `No new route is written for "${from}"` })
    for (const { from, to, isUnknown, taken, written } of movesOf(app?.node, pages)) {
      if (isUnknown)
        report({
          origin: written.keyOrigin,
          zh: `没有内置页面“${from}”，这一行不起作用`,
          en: `The base has no page "${from}": this line does nothing`,
          suggestion: nearest(from, pages),
        })
      if (taken !== undefined)
        report({
          origin: written.value.origin,
          zh: `内置页面“${from}”和“${taken}”不能都在 ${to}`,
          en: `The pages "${from}" and "${taken}" of the base cannot both be at ${to}`,
        })
    }
  },
}

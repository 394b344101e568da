import { expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject } from '../../src/core/index.ts'
import { distinctScopes } from '../../src/core/overlay/scopes.ts'
import { copiesIn } from './copies.ts'

/** Pages that may be the same as another, and why. */
const ACCEPTED: Readonly<Record<string, string>> = {}

const { configuration, resolver } = checkFolder('.')

it('R2.10 no page of any region shows what another one shows under another name', () => {
  const copies = distinctScopes(resolver.project)
    .flatMap(scope => copiesIn(configuration.scope(scope)))
    .map(routes => routes.filter(route => !(route in ACCEPTED)).toSorted())
    .filter(({ length }) => length > 1)
  expect([...new Set(copies.map(routes => routes.join(' = ')))]).toEqual([])
})

it('notices a list and its detail that only lead to each other under other names', () => {
  const at = 'customers/areas/35/pages/copies/'
  const files = [
    ...readConfig('.'),
    {
      path: `${at}list.yaml`,
      text: 'extends: dataCenter/website\ntitle: 另一个\ncolumns: {siteName: {page: copies/detail}}\nactions: {view: {page: copies/detail}}\n',
    },
    { path: `${at}detail.yaml`, text: 'extends: dataCenter/websiteDetails\nparent: copies/list\n' },
  ]
  const copies = copiesIn(checkProject(files).configuration.scope({ area: '35' }))
  expect(copies).toContainEqual(expect.arrayContaining(['dataCenter/website', 'copies/list']))
  expect(copies).toContainEqual(expect.arrayContaining(['dataCenter/websiteDetails', 'copies/detail']))
})

import type { Demonstration } from '../../../server/product/product.ts'
import { readDemo, readDemoEvidence, readDemoKnowledge } from './demo-files.ts'
import { demoAccounts } from './accounts.ts'
import { openPages } from './pages/open-pages.ts'
import { seedDemo } from './seed.ts'
import { TRADES } from './trades.ts'

const CITY = 2

export const DEMONSTRATION: Demonstration = {
  load: async ({ db, regions, files, configuration, entities }, root) =>
    seedDemo({
      db,
      regions,
      captured: { evidence: await readDemoEvidence(root), files },
      demo: await readDemo(root, configuration().demos()),
      knowledge: await readDemoKnowledge(root),
      configuration: configuration(),
      entities: entities(),
    }),
  open: async (services, root, log) => {
    const { pages } = await readDemo(root, services.configuration().demos())
    return pages === undefined ? [] : [await openPages(services, { suffix: pages, trades: TRADES }, log)]
  },
  account: async ({ configuration }, root) => {
    const all = demoAccounts(await readDemo(root, configuration().demos()))
    return all.find(one => one.areaLevel === CITY) ?? all.find(one => one.customerId !== '')
  },
}

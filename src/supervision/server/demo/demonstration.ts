import type { Demonstration } from '../../../server/product/product.ts'
import { readDemo, readDemoEvidence } from './demo-files.ts'
import { demoAccounts } from './accounts.ts'
import { seedDemo } from './seed.ts'

const CITY = 2

export const DEMONSTRATION: Demonstration = {
  load: async ({ db, regions, files, configuration, entities }, root) =>
    seedDemo({
      db,
      regions,
      captured: { evidence: await readDemoEvidence(root), files },
      demo: await readDemo(root),
      configuration: configuration(),
      entities: entities(),
    }),
  account: async root => demoAccounts(await readDemo(root)).find(one => one.areaLevel === CITY),
}

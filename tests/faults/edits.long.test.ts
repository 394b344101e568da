import { expect, it } from 'vitest'
import {
  checkProject,
  compileProject,
  type Checked,
  type Configuration,
  type SourceFile,
} from '../../src/core/index.ts'
import type { Scope } from '../../src/core/model/scope.ts'
import { distinctScopes } from '../../src/core/overlay/scopes.ts'
import { PRODUCT_WORDS } from '../../src/products.words.ts'
import { isWhole } from '../whole.ts'
import { allFaults, drawn } from './corpus.ts'
import type { Edit } from './fault.ts'
import { withEdits } from './judge.ts'
import { legalEdits } from './kinds/legal.ts'
import { readTree } from './tree.ts'
import { seeded } from '../chance.ts'

const [STEPS, SOME, SEED] = [isWhole ? 4 : 2, 0.1, 3]
/** What breaks a file hides all else. */
const isReadable = ({ sort }: Edit): boolean => !/^(?:syntax|file)/.test(sort)

const check = (files: SourceFile[], before?: Checked): Checked => checkProject(files, before, PRODUCT_WORDS)

/** Everything that browsers get, of the product's own staff and of some customers and areas: pages by their hashes. */
const servedBy = (configuration: Configuration, scopes: readonly Scope[]): string =>
  JSON.stringify(
    scopes.map(scope => {
      const scoped = configuration.scope(scope)
      const { manifest, menu } = scoped
      const isThere = Object.values(manifest.pages).every(({ hash }) => scoped.blob(hash) !== undefined)
      return { manifest, menu, isThere }
    }),
  )

it('says of a configuration after others what it says of it at first, whatever was edited and taken back', () => {
  const tree = readTree()
  const draw = seeded(SEED)
  const faults = drawn<Edit>(allFaults(tree).filter(isReadable), STEPS, SEED)
  const legal = drawn<Edit>(legalEdits(tree), 3 * STEPS, SEED)
  let inForce: Edit[] = []
  let earlier = tree.checked
  let served: Configuration = tree.checked.configuration
  for (let step = 0; step < STEPS; step++) {
    // one is wrong, of the others some stay, some are taken back, some are new
    inForce = [...inForce.filter(() => draw() < 0.5), ...legal.slice(3 * step, 3 * step + 3)]
    const files = withEdits(tree.files, step === STEPS - 1 ? [] : [...inForce, ...faults.slice(step, step + 1)])
    const fresh = check(files)
    earlier = check(files, earlier)
    expect(earlier.diagnostics).toEqual(fresh.diagnostics)
    served = compileProject(earlier.project, undefined, served)
    const scopes = [{}, ...distinctScopes(fresh.project).filter(() => draw() < SOME)]
    expect(servedBy(served, scopes)).toBe(servedBy(fresh.configuration, scopes))
    expect(JSON.stringify(served.entities())).toBe(JSON.stringify(fresh.configuration.entities()))
  }
})

import { checkProject, compileProject, hasErrors } from '../../src/core/index.ts'
import type { Scope } from '../../src/core/model/scope.ts'
import { parseChanged, readProject } from '../../src/core/overlay/project.ts'
import { Resolver } from '../../src/core/overlay/resolve.ts'
import { toValue } from '../../src/core/source/node.ts'
import { schemaAt } from '../../src/core/validate/facts/meta.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { factsOf, type Names } from '../../tests/core/validate/layers.ts'
import { toldIn } from '../../tests/core/validate/told.ts'
import { ROOT } from '../../tests/folders.ts'
import type { Draw, Tried } from './draw.ts'
import type { Ground } from './ground.ts'

/** Facts of entities and calls, drawn among all that the schemas know, as one customer's: others are told the same. */
export async function layers(ground: Ground, draw: Draw, times: number): Promise<Tried[]> {
  const files = await readConfigFolder(ROOT)
  const before = checkProject(files)
  const [own, ...others] = draw.some(
    ground.configuration.customers().map(({ customer }) => customer),
    3,
  )
  const scopes: Scope[] = [{}, ...others.map(customer => ({ customer }))]
  const names: Names = {
    entity: [...ground.entities.keys()],
    field: ['areaCode', 'updateTime'],
    mixin: ['base'],
    role: ['1'],
    endpoint: ground.calls.map(({ name }) => name),
  }
  const named = { dictionaries: ['role', 'calls', 'entities'], workflows: [] }
  const told = (configuration: typeof before.configuration): string =>
    JSON.stringify(scopes.map(scope => toldIn(configuration, scope, named)))
  const usual = told(before.configuration)
  const tried: Tried[] = []
  for (let n = 0; n < times; n++) {
    const [kind, name] =
      draw.below(3) === 0 ? ['endpoints', 'endpoints'] : ['entity', `entities/${draw.one(names['entity']!)}`]
    const path = `customers/${own}/${name}.yaml`
    if (files.some(file => file.path === path)) continue
    const below = before.resolver.resolve(name!, {})
    const { schema } = schemaAt(`${kind}.schema.json`)
    const fact = draw.one([...factsOf(schema, `${kind}.schema.json`, below && toValue(below.node), names)])
    if (!fact) continue
    const laid = [...files, { path, text: `${JSON.stringify(fact.document)}\n` }]
    const what = `${path}: ${JSON.stringify(fact.document).slice(0, 80)}`
    const project = readProject(laid, () => {}, parseChanged(before.project))
    const now = compileProject(project, new Resolver(project, before.resolver), before.configuration)
    const reaches = told(now) !== usual && !hasErrors(checkProject(laid, before).diagnostics)
    tried.push(reaches ? { what, broken: 'changes what others are told' } : { what })
  }
  return tried
}

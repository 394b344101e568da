import { mayHold } from '../../expression/index.ts'
import type { Scope } from '../../model/scope.ts'
import { asText } from '../../overlay/reads.ts'
import { listOf, type Resolver } from '../../overlay/resolve.ts'
import { scopeKey } from '../../overlay/scope-key.ts'
import { getEntry, getNode, getString, isFalse, type MapNode } from '../../source/node.ts'
import { initialStates } from '../../workflow/machine.ts'
import { isNamed, optionsOf, type Person } from './people.ts'
import type { Ground, Place } from './place.ts'

/** A form page, and from where staff come to an empty one. */
interface Form {
  fields: ReadonlySet<string>
  roles: string[] | undefined
  /** for each way in: its roles, and the condition of its button */
  ways: { roles: string[] | undefined; visible: string | undefined }[]
}

/** Entity → the pages of a scope that make its records. */
const formsOf = ({ reads }: Resolver, scope: Scope): Map<string, Form[]> =>
  reads.ask(
    `forms in ${scopeKey(scope)}`,
    by => readForms(by, scope),
    (one, other) => asText(one) === asText(other),
  )

function readForms(resolver: Resolver, scope: Scope): Map<string, Form[]> {
  const pages = new Map(
    resolver.routes().flatMap((route): [string, MapNode][] => {
      const node = resolver.resolve(`pages/${route}`, scope)?.node
      return node ? [[route, node]] : []
    }),
  )
  const ways = new Map<string, Form['ways']>()
  const add = (route: string, way: Form['ways'][number]): void => {
    ways.set(route, [...(ways.get(route) ?? []), way])
  }
  for (const page of pages.values())
    for (const action of mapsIn(getNode(page, ['actions']))) {
      const to = getString(action, 'page')
      if (to !== undefined && getString(action, 'transition') === undefined)
        add(to, { roles: rolesOf(page), visible: getString(action, 'visible') })
    }
  readMenu(getNode(resolver.resolve('menu', scope)?.node, ['menu']), add)
  const forms = new Map<string, Form[]>()
  for (const [route, page] of pages) {
    const entity = getString(page, 'entity')
    const to = ways.get(route)
    if (getString(page, 'kind') !== 'form' || entity === undefined || !to) continue
    const fields = mapsIn(getNode(page, ['sections'])).flatMap(section => keysIn(getNode(section, ['fields'])))
    forms.set(entity, [...(forms.get(entity) ?? []), { fields: new Set(fields), roles: rolesOf(page), ways: to }])
  }
  return forms
}

type Add = (route: string, way: Form['ways'][number]) => void
function readMenu(entries: unknown, add: Add): void {
  for (const entry of mapsIn(entries as MapNode | undefined)) {
    const page = getString(entry, 'page')
    if (page !== undefined) add(page, { roles: rolesOf(entry), visible: undefined })
    readMenu(getNode(entry, ['children']), add)
  }
}

const mapsIn = (node: ReturnType<typeof getNode>): MapNode[] =>
  node?.type === 'map' ? [...node.entries.values()].flatMap(({ value }) => (value.type === 'map' ? [value] : [])) : []
const keysIn = (node: ReturnType<typeof getNode>): string[] =>
  node?.type === 'map' ? [...node.entries].flatMap(([name, { value }]) => (isFalse(value) ? [] : [name])) : []
const rolesOf = (node: MapNode): string[] | undefined =>
  getEntry(node, 'roles')?.value.type === 'list' ? listOf(node, 'roles') : undefined

const isOpenTo = (form: Form, person: Person, option: Record<string, unknown>): boolean =>
  isNamed(form.roles, person)
  && form.ways.some(
    ({ roles, visible }) =>
      isNamed(roles, person) && (visible === undefined || holds(visible, { user: person.user, option })),
  )

function holds(expression: string, context: Record<string, unknown>): boolean {
  try {
    return mayHold(expression, context)
  } catch {
    return true
  }
}

/**
 * Where the records of a workflow begin: with the unit of whoever may open a form for a new one, or with any unit below
 * it where the form asks for the unit. What no form makes, the code makes, for anybody.
 */
export function beginnings(ground: Ground, resolver: Resolver, scope: Scope): Place[] {
  const { machine, people } = ground
  const { org, sender } = machine.doc.record ?? {}
  const states = initialStates(machine.states)
  const option = optionsOf(resolver, scope)
  const forms = formsOf(resolver, scope).get(machine.doc.entity ?? '') ?? []
  const places = (person: Person, isChosen: boolean): Place[] => {
    const holders =
      org === undefined ? [undefined] : isChosen ? people.filter(one => one.level >= person.level) : [person]
    const from = sender === undefined || org === undefined ? undefined : isChosen ? person : 'nobody'
    return states.flatMap(state => holders.map(holder => ground.placeAt(state, holder, from)))
  }
  if (forms.length === 0) return people.flatMap(person => places(person, sender !== undefined))
  return forms.flatMap(form =>
    people
      .filter(person => isOpenTo(form, person, option))
      .flatMap(person => places(person, org !== undefined && form.fields.has(org))),
  )
}

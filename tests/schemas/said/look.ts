import type { Configuration } from '../../../src/core/index.ts'
import type { AppFacts, MenuEntry, Page } from '../../../src/core/contract/configuration.ts'
import type { Scope } from '../../../src/core/model/scope.ts'
import type { WorkflowDoc } from '../../../src/core/model/workflow.ts'

/** One thing that the specification says, and where the running configuration shows it. */
export interface Said {
  /** its words */
  words: string
  seen: (look: Look) => unknown
  is: unknown
}

interface Call {
  method: string
  path: string
  names: string[]
}

/** The compiled configuration, asked as its readers do. */
export class Look {
  readonly configuration: Configuration
  constructor(configuration: Configuration) {
    this.configuration = configuration
  }

  readonly app = (scope: Scope = {}): AppFacts => this.configuration.scope(scope).app

  constant(name: string, scope: Scope = {}): unknown {
    return this.app(scope).constants[name]
  }

  options(customer: string): Record<string, unknown> {
    return this.app({ customer }).options
  }

  readonly customers = (): string[] => this.configuration.customers().map(({ customer }) => customer)

  /** Customers of whom something holds. */
  readonly where = (holds: (customer: string) => boolean): string[] => this.customers().filter(holds).sort()

  /** Entries of the whole menu by their ids. */
  menu(scope: Scope = {}): Map<string, MenuEntry> {
    const of = (entries: readonly MenuEntry[]): [string, MenuEntry][] =>
      entries.flatMap(entry => [[entry.id, entry] as [string, MenuEntry], ...of(entry.children)])
    return new Map(of(this.configuration.scope(scope).menu))
  }

  titles(ids: readonly string[], scope: Scope): unknown[] {
    const menu = this.menu(scope)
    return ids.map(id => menu.get(id)?.title)
  }

  roles(id: string, scope: Scope = {}): unknown {
    return this.menu(scope).get(id)?.roles
  }

  children(id: string, scope: Scope = {}): string[] {
    return (
      this.menu(scope)
        .get(id)
        ?.children.map(({ name }) => name) ?? []
    )
  }

  page(route: string, scope: Scope = {}): Page | undefined {
    return this.configuration.scope(scope).page(route)
  }

  columns(route: string, scope: Scope): string[] {
    const page = this.page(route, scope)
    return page?.kind === 'list' ? page.columns.map(({ name }) => name) : []
  }

  filters(route: string, scope: Scope): string[] {
    const page = this.page(route, scope)
    return page?.kind === 'list' ? page.filters.map(({ name }) => name) : []
  }

  fields(route: string, scope: Scope): string[] {
    const page = this.page(route, scope)
    return page?.kind === 'detail' ? page.sections.flatMap(({ fields }) => fields.map(({ name }) => name)) : []
  }

  call(name: string): Call | undefined {
    const { method, path, names = [] } = this.configuration.scope({}).calls().get(name) ?? {}
    return method === undefined || path === undefined ? undefined : { method, path, names }
  }

  workflow(customer: string): WorkflowDoc | undefined {
    return this.configuration.scope({ customer }).workflow('clue')
  }

  /** Of these buttons those that a role of the customer's has, by what workflow and accounts say. */
  buttons(role: string, customer: string): string[] {
    const transitions = this.workflow(customer)?.transitions ?? {}
    const granted = this.configuration.demos().find(demo => demo.customer === customer)?.roles[role]?.buttons ?? []
    const named = (name: string): boolean => {
      const transition = transitions[name]
      return transition ? (transition.roles?.includes(role) ?? false) : false
    }
    return ['ys', 'pf', 'sl', 'cl', 'th', 'dcwj'].filter(name => named(name) && granted.includes(name))
  }

  /** What the form of a clue's button says of choosing a unit and of units to tell. */
  asks(button: string, customer: string): { byParent: boolean; tells: boolean } {
    const form = (this.workflow(customer)?.transitions[button] || undefined)?.form ?? {}
    const { toOrg, ccOrgs } = form as Record<string, { choices?: string } | false | null>
    return { byParent: (toOrg || undefined)?.choices === 'byParent', tells: ccOrgs !== undefined && ccOrgs !== false }
  }
}

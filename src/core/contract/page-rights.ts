import { allows, mayChange } from '../model/roles.ts'
import type { UserShape } from '../model/scope.ts'
import type {
  Action,
  Column,
  DetailField,
  FieldFacts,
  Filter,
  FormField,
  ListPage,
  Page,
  Section,
} from './configuration.ts'

type Rights = Pick<FieldFacts, 'roles' | 'readOnly' | 'editRoles'>

/** Whether a person has this page at all. */
export type MayOpen = (route: string) => boolean

/**
 * The page without the links, fields and columns that this person may not see; fields they may not change become
 * read-only. This is only for drawing: the server checks every request again. A page without restrictions is returned
 * as the same object.
 */
export const pageFor = (page: Page, user: UserShape, mayOpen: MayOpen): Page =>
  withOpenWays(withOwnFields(page, user), mayOpen)

function withOpenWays(page: Page, mayOpen: MayOpen): Page {
  const leads = ({ page: to }: { page?: string }): boolean => to === undefined || mayOpen(to)
  const whole = 'parent' in page && page.parent !== undefined && !mayOpen(page.parent) ? withoutParent(page) : page
  if (whole.kind !== 'list' && whole.kind !== 'detail') return whole
  const offered = whole.kind === 'list' && whole.import && !mayOpen(whole.import.page) ? withoutImport(whole) : whole
  const acting = offered.actions.every(leads) ? offered : { ...offered, actions: offered.actions.filter(leads) }
  return acting.kind === 'detail' || acting.columns.every(leads)
    ? acting
    : { ...acting, columns: acting.columns.map(column => (leads(column) ? column : unlinked(column))) }
}

const unlinked = ({ page: _to, ...column }: Column): Column => column
const withoutImport = ({ import: _import, ...page }: ListPage): ListPage => page
function withoutParent<P extends { parent?: string }>(page: P): P {
  const { parent: _parent, ...rest } = page
  return rest as P
}

function withOwnFields(given: Page, user: UserShape): Page {
  const page =
    given.kind === 'list' && given.tabs?.some(tab => !allows(tab.roles, user))
      ? { ...given, tabs: given.tabs.filter(tab => allows(tab.roles, user)) }
      : given
  const sees = (field: Rights): boolean => allows(field.roles, user)
  const changes = (field: Rights): boolean => sees(field) && mayChange(field, user)
  if (fieldsOf(page).every(changes)) return page
  if (page.kind === 'list')
    return {
      ...page,
      columns: page.columns.filter(sees),
      filters: page.filters.filter(sees),
      actions: askedOf(page.actions, changes),
      ...sortOf(page.sort, [...page.columns, ...page.filters], sees),
      ...(page.tabs
        ? {
            tabs: page.tabs.map(({ sort, ...tab }) => ({
              ...tab,
              ...sortOf(sort, [...page.columns, ...page.filters], sees),
            })),
          }
        : {}),
    }
  if (page.kind === 'detail')
    return {
      ...page,
      facts: page.facts.filter(sees),
      sections: sectionsOf(page.sections, sees),
      actions: askedOf(page.actions, changes),
    }
  if (page.kind === 'document') return { ...page, sections: sectionsOf(page.sections, sees) }
  if (page.kind === 'form')
    return {
      ...page,
      sections: sectionsOf(page.sections, sees).map(section => ({
        ...section,
        fields: section.fields.map(field => (changes(field) ? field : readOnly(field))),
      })),
    }
  return page
}

function fieldsOf(page: Page): FieldFacts[] {
  const asked = 'actions' in page ? page.actions.flatMap(action => action.form ?? []) : []
  if (page.kind === 'list') return [...page.columns, ...page.filters, ...asked]
  if (page.kind === 'detail') return [...page.facts, ...page.sections.flatMap(section => section.fields), ...asked]
  return page.kind === 'form' || page.kind === 'document'
    ? page.sections.flatMap((section): FieldFacts[] => section.fields)
    : []
}

type Test = (field: Rights) => boolean

/** Drops sections without visible fields: their heading alone would reveal that hidden fields exist. */
const sectionsOf = <F extends DetailField | FormField>(sections: Section<F>[], sees: Test): Section<F>[] =>
  sections
    .map(section => ({ ...section, fields: section.fields.filter(sees) }))
    .filter(section => section.fields.length > 0)

const askedOf = (actions: Action[], changes: Test): Action[] =>
  actions.map(action => (action.form ? { ...action, form: action.form.filter(changes) } : action))

/** Drops fields from the default order that the user may not see: the server refuses to sort by them. */
function sortOf(sort: string | undefined, fields: (Column | Filter)[], sees: Test): { sort?: string } {
  if (sort === undefined) return {}
  const unseen = new Set(fields.filter(field => !sees(field)).map(field => field.name))
  return {
    sort: sort
      .split(',')
      .filter(part => !unseen.has(part.trim().split(/\s+/)[0] ?? ''))
      .join(','),
  }
}

/** What the server will not take from this person is neither demanded nor filled in. */
function readOnly({ required: _required, computed: _computed, default: _default, ...field }: FormField): FormField {
  return { ...field, disabled: true }
}

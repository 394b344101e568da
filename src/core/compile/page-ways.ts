import type { Action, DetailPage, ListPage, Page } from '../contract/configuration.ts'
import type { Expression } from '../model/field/named.ts'
import { expressionText } from '../model/field/written.ts'
import { callsOf, linksOf } from './page-uses.ts'

/** One way in which a page leads to a call: a button that makes it, or that opens the form which makes it. */
export interface Way {
  call: string
  /** what the button says; the page's title where there is no button */
  label: string
  /** entity of the page's records, which the conditions are about */
  entity?: string
  /** arguments that name the record, for a button about one; none for what begins a new record */
  keys: readonly string[]
  /** all arguments that the button gives to the call or to the form */
  names: readonly string[]
  visible?: Expression
  disabled?: boolean | Expression
  /** what is said where it is not offered */
  otherwise?: string
  /** code of the transition that the button takes */
  transition?: string
  /** what the button sends besides the key; absent where a form decides */
  sends?: readonly string[]
}

type Acting = ListPage | DetailPage
const isActing = (page: Page): page is Acting => page.kind === 'list' || page.kind === 'detail'

/** Arguments of a button in which it sends the key of the record that it stands at. */
function keysOf({ args }: Action, { key }: Acting['entity']): string[] {
  if (!args) return [key]
  return Object.entries(args).flatMap(([name, value]) =>
    typeof value === 'string' && expressionText(value).trim() === `row.${key}` ? [name] : [],
  )
}

/** A button above a list stands at no record. */
function placesOf(action: Action, page: Acting): { isAtRecord: boolean }[] {
  if (page.kind === 'detail') return [{ isAtRecord: true }]
  const atRecord = action.on.some(place => place !== 'page')
  return [...(atRecord ? [{ isAtRecord: true }] : []), ...(action.on.includes('page') ? [{ isAtRecord: false }] : [])]
}

const sendsOf = ({ args, form = [], fields, page }: Action): Pick<Way, 'sends'> =>
  page !== undefined && fields === undefined
    ? {}
    : { sends: [...Object.keys(args ?? {}), ...form.map(({ name }) => name), ...(fields ?? [])] }

function waysOfAction(action: Action, page: Acting, pageAt: (route: string) => Page | undefined): Way[] {
  const form = action.page === undefined ? undefined : pageAt(action.page)
  const call = action.call?.name ?? (form?.kind === 'form' ? form.call.name : undefined)
  if (call === undefined) return []
  const { label, visible, disabled, otherwise, transition } = action
  return placesOf(action, page).map(({ isAtRecord }) => ({
    call,
    label,
    entity: page.entity.name,
    keys: isAtRecord ? keysOf(action, page.entity) : [],
    names: Object.keys(action.args ?? (isAtRecord ? { [page.entity.key]: '' } : {})),
    ...(visible === undefined ? {} : { visible }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(transition === undefined ? {} : { transition }),
    ...sendsOf(action),
  }))
}

/** The ways of a page's buttons. `pageAt`: the pages that its user may open. */
export const waysOf = (page: Page, pageAt: (route: string) => Page | undefined): Way[] =>
  isActing(page) ? page.actions.flatMap(action => waysOfAction(action, page, pageAt)) : []

const withoutButtons = (page: Page): Page => (isActing(page) ? { ...page, actions: [] } : page)

/** Calls that a page makes, and pages that it leads to, without a button: by itself, by a column, by a tab. */
export function freely(page: Page): { calls: readonly string[]; links: readonly string[] } {
  const bare = withoutButtons(page)
  const calls = callsOf(bare)
  return { calls: bare.kind === 'form' ? calls.filter(call => call !== bare.call.name) : calls, links: linksOf(bare) }
}

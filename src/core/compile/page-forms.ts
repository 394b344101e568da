import type { FormField, Page } from '../contract/configuration.ts'

/** One form that makes a call: the fields it shows, and the arguments it sends without showing them. */
export interface CallForm {
  call: string
  fields: readonly FormField[]
  /** arguments that a button computes (`args`); the user does not type them */
  carried: readonly string[]
  /** fields that the page's address fills in for a new record, whether or not the form lets the user change them */
  begun: readonly string[]
  /** code of the transition that the button takes, where it takes one */
  transition?: string
  /** it is never opened with a record that is there */
  adds?: true
}

/** Calls of buttons whose batches can be undone; a button with `fields` sends what the form of its page sends. */
export function undoableCalls(page: Page, pageAt: (route: string) => Page | undefined): string[] {
  if (page.kind !== 'list') return []
  return page.actions
    .filter(action => action.undo)
    .flatMap(({ call, page: route, fields }) => {
      const form = fields && route !== undefined ? pageAt(route) : undefined
      return call?.name ?? (form?.kind === 'form' ? form.call.name : [])
    })
}

/** The forms of a page, those that its buttons open among them. */
export function formsOf(page: Page): CallForm[] {
  if (page.kind === 'form')
    return [
      {
        call: page.call.name,
        fields: page.sections.flatMap(section => section.fields),
        carried: [],
        begun: Object.keys(page.prefill ?? {}),
        ...(page.source ? {} : { adds: true as const }),
      },
    ]
  if (page.kind !== 'list' && page.kind !== 'detail') return []
  return page.actions.flatMap(({ call, form, args, transition }) =>
    call
      ? [
          {
            call: call.name,
            fields: form ?? [],
            carried: Object.keys(args ?? {}),
            begun: [],
            ...(transition === undefined ? {} : { transition }),
          },
        ]
      : [],
  )
}

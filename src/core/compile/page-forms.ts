import type { FormField, Page } from '../contract/configuration.ts'

/** One form that makes a call: what it asks for, and what it sends along unasked. */
export interface CallForm {
  call: string
  fields: readonly FormField[]
  /** arguments that a button works out by itself */
  carried: readonly string[]
  /** fields that a new record takes from the address of the page, whether one may type there or not */
  begun: readonly string[]
  /** of a button that takes a transition: its code */
  transition?: string
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
      },
    ]
  if (page.kind !== 'list' && page.kind !== 'detail') return []
  return page.actions.flatMap(({ call, form: ask, args, transition }) =>
    call
      ? [
          {
            call: call.name,
            fields: ask ?? [],
            carried: Object.keys(args ?? {}),
            begun: [],
            ...(transition === undefined ? {} : { transition }),
          },
        ]
      : [],
  )
}

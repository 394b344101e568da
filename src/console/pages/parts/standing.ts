import type {
  DetailPage,
  DictionaryEntries,
  FieldFacts,
  FormPage,
  ListPage,
} from '../../../core/contract/configuration.ts'

/** What a page knows of where its record stands: its state, and how long it may stay there. */
export interface Standing {
  fields: FieldFacts[]
  dictionaries: Record<string, DictionaryEntries>
}

const KINDS = ['status', 'limit']

const shownOn = (page: DetailPage | FormPage | ListPage): FieldFacts[] => {
  if (page.kind === 'list') return page.columns
  if (page.kind === 'form') return page.standing ?? []
  return [...page.facts, ...page.sections.flatMap(({ fields }) => fields)]
}

export const standingOf = (page: DetailPage | FormPage | ListPage): Standing => ({
  fields: KINDS.flatMap(kind => shownOn(page).find(field => field.kind === kind) ?? []),
  dictionaries: page.dictionaries,
})

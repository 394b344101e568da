import type { Row } from '../../core/contract/api.ts'
import type { FieldFacts } from '../../core/contract/configuration.ts'
import { fill } from '../i18n/t.ts'
import { definitionOf } from './fields.ts'
import { blank } from './values/text.ts'
import type { DrawContext } from './values/definition.ts'

/** What has the text, and which fields are in it. */
interface Mentioning {
  mentioned?: readonly FieldFacts[]
}
/** A page: what its codes are called. */
type Spelling = Pick<DrawContext, 'dictionaries'>

const NOTHING = '—'

/** A text with a record's values in place of its {fields}, each as it is said elsewhere: no codes, no keys. */
export function saidIn(text: string, row: Row, { mentioned = [] }: Mentioning, { dictionaries }: Spelling): string {
  const said = mentioned.map(field => [
    field.name,
    blank(row[field.name]) ? '' : definitionOf(field.kind).inWords(field, { dictionaries })(row[field.name], row),
  ])
  return fill(text, { ...row, ...Object.fromEntries(said.map(([name, value]) => [name, value || NOTHING])) })
}

import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage, FormPage } from '../../../core/contract/configuration.ts'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'

type RecordPage = Pick<DetailPage | FormPage, 'entity' | 'dictionaries' | 'sections'>

/** Title of a record: a text, or the label of a code. */
export function recordTitle(page: RecordPage, row: Row): string {
  const text = plain(row[page.entity.title])
  const dict = page.sections
    .flatMap((section): { name: string; dict?: string }[] => section.fields)
    .find(field => field.name === page.entity.title)?.dict
  const entry = dict === undefined ? undefined : page.dictionaries[dict]?.find(([code]) => code === text)
  return entry ? t(entry[1]) : text
}

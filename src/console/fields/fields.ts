import type { FieldKind } from '../../core/model/documents.ts'
import { labelKey } from '../../core/contract/api.ts'
import {
  codeCell,
  dictCell,
  fileCell,
  flagCell,
  jsonCell,
  labels,
  namedCell,
  textCell,
  urlCell,
} from './cells/cells.tsx'
import { AreaFilter } from './filters/areaFilter.tsx'
import { DateFilter } from './filters/dateFilter.tsx'
import { NumberRangeFilter, TextFilter } from './filters/filters.tsx'
import { FlagFilter, RefFilter, SelectFilter } from './filters/pickFilter.tsx'
import { worded } from './filters/worded.tsx'
import { t } from '../i18n/t.ts'
import type { FieldDefinition, MakeText } from './values/definition.ts'
import { dueCell } from './cells/due.tsx'
import { limitCell, limitText } from './cells/limit.tsx'
import {
  fileDescription,
  jsonDescription,
  longDescription,
  ruleDescription,
  urlDescription,
  withUnit,
} from './cells/descriptions.tsx'
import { tableCell, tableDescription } from './cells/table.tsx'
import {
  compareNumber,
  compareText,
  dateText,
  isTrue,
  maskText,
  blank,
  minuteText,
  numberText,
  plain,
  rowsOf,
} from './values/text.ts'

const [textFilter, numberRangeFilter, dateFilter] = [worded(TextFilter), worded(NumberRangeFilter), worded(DateFilter)]
const [selectFilter, flagFilter] = [worded(SelectFilter, true), worded(FlagFilter)]
const [areaFilter, refFilter] = [worded(AreaFilter), worded(RefFilter, true)]

const basic = () => import('./controls/basic.tsx')
const dates = () => import('./controls/dates.tsx')
const textOf =
  (toText: (value: unknown) => string): MakeText =>
  field =>
  value =>
    maskText(field, toText(value))

const text: FieldDefinition = {
  cell: textCell(plain),
  description: longDescription(),
  inWords: textOf(plain),
  compare: compareText,
  filterControl: textFilter,
  formControl: async () => (await basic()).TextControl,
}
const longText: FieldDefinition = { ...text, formControl: async () => (await basic()).LongTextControl, wide: true }
const code: FieldDefinition = { ...text, cell: codeCell(), description: codeCell() }

function number(digits?: number, suffix = ''): FieldDefinition {
  const toText = (value: unknown) => numberText(value, digits) + suffix
  return {
    align: 'right',
    cell: textCell(toText, 'num'),
    description: withUnit(textCell(toText, 'num')),
    inWords:
      ({ unit }) =>
      value =>
        blank(value) ? '' : toText(value) + (unit ? ` ${t(unit)}` : ''),
    compare: compareNumber,
    filterControl: numberRangeFilter,
    formControl: async () => (await basic()).NumberControl,
  }
}

const date: FieldDefinition = {
  ...text,
  cell: dueCell(dateText, textCell(dateText, 'num'), true),
  description: dueCell(dateText, textCell(dateText, 'num')),
  inWords: textOf(dateText),
  filterControl: dateFilter,
  formControl: async () => (await dates()).DateControl,
}
const dict: FieldDefinition = {
  ...text,
  cell: dictCell(),
  description: dictCell(),
  inWords: (field, context) => value => labels(context.dictionaries[field.dict ?? ''] ?? [], value),
  filterControl: selectFilter,
  formControl: async () => (await basic()).SelectControl,
}
const named: FieldDefinition = {
  ...text,
  cell: namedCell(),
  description: namedCell(),
  inWords: field => (value, row) => plain(row[labelKey(field.name)]) || plain(value),
}
const file: FieldDefinition = {
  ...text,
  cell: fileCell(),
  description: fileDescription(),
  formControl: async () => (await import('./controls/upload.tsx')).UploadControl,
  wide: true,
}

/** Every kind with all its facets; `satisfies` makes a missing one a compile error. */
export const FIELDS = {
  text,
  longText,
  url: { ...text, cell: urlCell(), description: urlDescription() },
  uscc: code,
  phone: { ...text, cell: textCell(plain, 'num'), description: textCell(plain, 'num') },
  int: number(),
  decimal: number(),
  money: number(2),
  percent: number(undefined, '%'),
  date,
  datetime: {
    ...date,
    cell: dueCell(minuteText, textCell(minuteText, 'num'), true),
    description: dueCell(minuteText, textCell(minuteText, 'num')),
    inWords: textOf(minuteText),
    formControl: async () => (await dates()).DateTimeControl,
  },
  flag: {
    ...text,
    cell: flagCell(),
    description: flagCell(),
    inWords: () => value => (plain(value) === '' ? '' : isTrue(value) ? t('是') : t('否')),
    filterControl: flagFilter,
    formControl: async () => (await basic()).FlagControl,
  },
  dict,
  status: dict,
  area: {
    ...named,
    filterControl: areaFilter,
    formControl: async () => (await import('./controls/area.tsx')).AreaControl,
  },
  ref: { ...named, filterControl: refFilter, formControl: async () => (await import('./controls/ref.tsx')).RefControl },
  image: file,
  file,
  json: { ...text, cell: jsonCell(), description: jsonDescription(), formControl: longText.formControl, wide: true },
  table: {
    ...text,
    cell: tableCell(),
    description: tableDescription((column, context) => definitionOf(column.kind).cell(column, context)),
    inWords: () => value => JSON.stringify(rowsOf(value)),
    formControl: async () => (await import('./controls/table.tsx')).TableControl,
    wide: true,
  },
  limit: {
    ...date,
    cell: limitCell(),
    description: limitCell(true),
    inWords: limitText,
    filterControl: selectFilter,
  },
  rule: {
    ...text,
    description: ruleDescription(),
    formControl: async () => (await import('./controls/rule.tsx')).RuleControl,
    wide: true,
  },
} satisfies Record<FieldKind, FieldDefinition>

export const definitionOf = (kind: FieldKind): FieldDefinition => FIELDS[kind]

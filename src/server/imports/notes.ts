import type { CellValue, WriteSheet } from 'hucre/xlsx'
import { columnLetters } from '../../core/contract/imports.ts'
import { isExpression } from '../../core/expression/index.ts'
import type { ImportColumn, ImportPlan } from './plan.ts'

const KIND_WORDS: Readonly<Record<string, string>> = {
  int: '整数',
  decimal: '数字',
  money: '金额',
  percent: '百分数，如 12.5 表示 12.5%',
  date: '日期，如 2026-01-31',
  datetime: '时间，如 2026-01-31 08:30',
  flag: '是或否',
  url: '网址，以 http:// 或 https:// 开头',
  uscc: '18 位统一社会信用代码',
  phone: '电话号码',
  area: '地区的全称、名称或代码',
  ref: '名称或编号',
}

function boundsOf({ field: { min, max, minLength, maxLength } }: ImportColumn): string[] {
  const words = [
    isExpression(min) || min === undefined ? '' : `不小于 ${min}`,
    isExpression(max) || max === undefined ? '' : `不大于 ${max}`,
    minLength === undefined ? '' : `不少于 ${minLength} 个字`,
    maxLength === undefined ? '' : `不超过 ${maxLength} 个字`,
  ]
  return words.filter(word => word !== '')
}

/** One line about a column, for the sheet that explains. */
function explained(
  { columns, entity, translate: t }: ImportPlan,
  column: ImportColumn,
  choices: string[] | undefined,
): CellValue[] {
  const { field } = column
  const isSure = field.required === true
  const kind =
    choices && field.kind !== 'area'
      ? field.multiple
        ? '从下拉中选，多个用顿号隔开'
        : '从下拉中选'
      : (KIND_WORDS[field.kind] ?? '文字')
  const told = [field.help === undefined ? '' : t(field.help), ...boundsOf(column).map(t)].filter(word => word !== '')
  return [
    columnLetters(columns.indexOf(column)),
    column.heading,
    isSure ? t('必填') : isExpression(field.required) ? t('视情况必填') : '',
    entity.byName.get(field.name)?.unique ? t('不能重复') : '',
    t(kind),
    told.join('；'),
  ]
}

/** The sheet that says of each column what belongs into it. */
export function explanation(plan: ImportPlan, choices: readonly (string[] | undefined)[]): WriteSheet {
  const { translate: t } = plan
  return {
    name: t('填写说明'),
    columns: [6, 24, 12, 12, 34, 60].map(width => ({ width })),
    rows: [
      [t('列'), t('字段'), t('必填'), t('可否重复'), t('填什么'), t('说明')],
      ...plan.columns.map((column, at) => explained(plan, column, choices[at])),
    ],
    freezePane: { rows: 1 },
  }
}

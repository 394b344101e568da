import { badRequest, type Refusal } from '../../answer/refusal.ts'

/** Letters of one cell; a spreadsheet's own limit is 32,767. */
export const MOST_LETTERS = 1_000_000

export const endlessCell = (row: number): Refusal =>
  badRequest(`第 ${row} 行有一格的文字超过 ${MOST_LETTERS / 10_000} 万字，请缩短，或检查文件是否缺少换行、引号没有成对`)

import type { Unmade } from '../../db/migrate/migrate.ts'
import { messageOf } from '../settings/refusal.ts'

type Words = readonly [chinese: string, english: string]

/** What to do, by SQLSTATE of the database or its class. */
const ADVICE: Readonly<Record<string, Words>> = {
  53100: ['数据库的磁盘空间不足，请清理或扩容', 'the disk of the database is full: make room'],
  53200: [
    '数据库的内存不足，请调小 maintenance_work_mem 或增加内存',
    'the database lacks memory: lower maintenance_work_mem or give it more',
  ],
  53: ['数据库资源不足，请按它的说明处理', 'the database lacks a resource: do as it says'],
  54: [
    '有的值太长，建不了索引：请给字段写 maxLength 并缩短已有的值，或不再按它查询',
    'a value is too long for an index: give the field a maxLength and shorten what is there, or do not search by it',
  ],
}
const UNKNOWN: Words = ['请按数据库的说明处理', 'do as the database says']

/** A line for each index that could not be made: what that means, and what to do. */
export function unmadeLines(unmade: readonly Unmade[]): string[] {
  return unmade.map(({ table, fields, error }) => {
    const code = String((error as { code?: unknown }).code ?? '')
    const [chinese, english] = ADVICE[code] ?? ADVICE[code.slice(0, 2)] ?? UNKNOWN
    const names = fields.join(', ')
    return (
      `表 ${table}（${names}）的索引没有建成，服务照常运行，数据没有改动，但按这些字段查询会慢：${chinese}；下次启动或修改配置时再建。`
      + ` / An index of ${table} (${names}) could not be made. All works and no data was changed, but lists by these`
      + ` fields are slow: ${english}; it is made at the next start or edit of the configuration. (${messageOf(error)})`
    )
  })
}

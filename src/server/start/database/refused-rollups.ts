import type { RefusedRollup } from '../../db/rollups/refused.ts'
import { messageOf } from '../settings/refusal.ts'

const REASONS: Record<RefusedRollup['why'], readonly [chinese: string, english: string]> = {
  view: ['它不是自己的表，而是视图或别的表', 'it has no table of its own'],
  distributed: ['表分布在多台机器上，没有语句触发器', 'its rows lie on several machines, without triggers'],
  clock: ['条件随时间变化，而没有写入', 'a condition changes with time, and no write tells'],
  wrong: ['数据库不认识其中的条件', 'the database does not understand it'],
  failed: ['没有建成，下次启动时再建', 'it could not be made; it is tried again at the next start'],
}

/** A line for each roll-up that is not kept, and why. */
export const refusedLines = (refused: readonly RefusedRollup[]): string[] =>
  refused.map(({ name, table, why, error }) => {
    const [chinese, english] = REASONS[why]
    const cause = error === undefined ? '' : ` (${messageOf(error)})`
    return (
      `统计 ${name} 没有汇总表，数字从 ${table} 的记录中算出，只是慢一些：${chinese}。 / The statistic ${name} has no roll-up, its`
      + ` numbers are counted from the rows of ${table}, only slower: ${english}.${cause}`
    )
  })

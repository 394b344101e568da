import { expect } from 'vitest'
import type { TableRow } from '../../../../src/server/db/database.ts'
import type { Api } from '../../../server/support/api.ts'

/**
 * A clue, of which it is sure that it came as every clue does, whatever it was made of: it stands in the operation log,
 * its route begins, it is counted where it is from.
 */
export async function madeClue({ db }: Api, resultId: unknown): Promise<TableRow> {
  const key = String(resultId)
  const clue = await db.selectFrom('illegalResult').selectAll().where('resultId', '=', key).executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('sys_audit')
    .select(['before', 'userId'])
    .where('entity', '=', 'illegalResult')
    .where('objectId', '=', key)
    .execute()
  expect(entries.filter(({ before }) => before === null)).toEqual([{ before: null, userId: clue['createBy'] }])
  expect(await db.selectFrom('clueRoute').select('action').where('resultId', '=', key).execute()).toContainEqual({
    action: 'new',
  })
  if (clue['taskId']) {
    const task = db.selectFrom('taskSpecial').select('clueTotal').where('taskId', '=', String(clue['taskId']))
    const found = db.selectFrom('illegalResult').where('taskId', '=', String(clue['taskId'])).where('delFlag', '=', 0)
    const { n } = await found.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
    expect(Number((await task.executeTakeFirstOrThrow())['clueTotal'])).toBe(Number(n))
  }
  return clue
}

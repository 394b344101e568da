import { SYSTEM } from '../call/system.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { newKey } from '../records/write/save.ts'
import { writeRow } from '../records/write/write.ts'

/** Sends a message that nobody writes but the server; `message`: the entity of messages, which may lack some fields. */
export async function sendBySystem(tx: Database, message: Entity, now: string, says: TableRow): Promise<void> {
  const values: TableRow = {
    [message.key]: newKey(),
    sendTime: now,
    needReply: 0,
    readState: '0',
    createBy: SYSTEM,
    createTime: now,
    updateTime: now,
    delFlag: 0,
    ...says,
  }
  await writeRow(
    tx,
    message,
    undefined,
    Object.fromEntries(Object.entries(values).filter(([name]) => message.byName.has(name))),
  )
}

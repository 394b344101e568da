import type { Pool } from 'pg'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { FIXED, PlanningPool } from '../../../src/server/db/fixed.ts'

/** A database on two pools that only say what they were asked. */
function recorded(failing?: { code: string }): { db: Database; asked: string[] } {
  const asked: string[] = []
  const answer = { command: 'SELECT', rowCount: 0, rows: [] }
  const pool = (which: string): Pool => {
    const query = async (said: string | { name: string; text: string }): Promise<unknown> => {
      asked.push(typeof said === 'string' ? `${which}: ${said}` : `${which} by name: ${said.text}`)
      if (failing && typeof said !== 'string') throw Object.assign(new Error('no'), failing)
      return answer
    }
    return { query, connect: async () => ({ query, release: () => { asked.push(`${which} released`) } }), end: async () => { asked.push(`${which} ended`) } } as unknown as Pool
  }
  return { db: databaseOn(new PlanningPool(pool('ordinary'), pool('once'))), asked }
}

const ORDINARY = ['ordinary: /* fixed */ select 1', 'ordinary released']

describe('a statement that is planned once', () => {
  it('gets a name and a connection of its kind when it is asked often, and all others as before', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 4; i++) await sql`${FIXED}select 1`.execute(db)
    expect(asked.splice(0)).toEqual([...ORDINARY, ...ORDINARY, 'once by name: /* fixed */ select 1', 'once by name: /* fixed */ select 1'])
    await sql`select 1`.execute(db)
    expect(asked.splice(0)).toEqual(['ordinary: select 1', 'ordinary released'])
    await db.destroy()
    expect(asked).toEqual(['ordinary ended', 'once ended'])
  })

  it('is asked as others are when its plan has become stale, and of another failure says so', async () => {
    const stale = recorded({ code: '0A000' })
    for (let i = 0; i < 3; i++) await sql`${FIXED}select 1`.execute(stale.db)
    expect(stale.asked.slice(4)).toEqual(['once by name: /* fixed */ select 1', ...ORDINARY])
    const away = recorded({ code: '57P01' })
    for (let i = 0; i < 2; i++) await sql`${FIXED}select 1`.execute(away.db)
    await expect(sql`${FIXED}select 1`.execute(away.db)).rejects.toMatchObject({ code: '57P01' })
  })

  it('stays within its transaction', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 3; i++) await sql`${FIXED}select 1`.execute(db)
    asked.splice(0)
    await db.transaction().execute(tx => sql`${FIXED}select 1`.execute(tx))
    expect(asked).toEqual(['ordinary: begin', 'ordinary: /* fixed */ select 1', 'ordinary: commit', 'ordinary released'])
  })

  it('takes a plan for what is asked often only, and for so many', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 1500; i++) await sql`${FIXED}select ${sql.lit(i)}`.execute(db)
    expect(asked.some(said => said.includes('by name'))).toBe(false)
    for (let round = 0; round < 4; round++) for (let i = 0; i < 300; i++) await sql`${FIXED}select ${sql.lit(i)}`.execute(db)
    expect(new Set(asked.filter(said => said.includes('by name'))).size).toBe(100)
  })
})

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import type { Lender } from '../../../../src/server/db/postgres/connections.ts'
import { PREPARED, PreparingPool } from '../../../../src/server/db/postgres/prepared.ts'

interface Failing {
  code: string
  where: 'once' | 'ordinary'
  times: number
}

/** A database on two pools that only say what they were asked. */
function recorded(failing?: Failing): { db: Database; asked: string[] } {
  const asked: string[] = []
  let times = failing?.times ?? 0
  const pool = (which: string): Lender => ({
    connect: () =>
      Promise.resolve({
        query: async (text, _values, name) => {
          asked.push(`${which}${name === undefined ? '' : ' by name'}: ${text}`)
          if (failing?.where === which && times-- > 0) throw Object.assign(new Error('no'), { code: failing.code })
          return { command: 'SELECT', rowCount: 0, rows: [] }
        },
        release: broken => {
          asked.push(`${which} ${broken ? 'thrown away' : 'released'}`)
        },
      }),
    end: async () => {
      asked.push(`${which} ended`)
    },
  })
  return { db: databaseOn(new PreparingPool(pool('ordinary'), pool('once'))), asked }
}

const ONCE = ['once by name: /* prepared */ select 1', 'once released']
const ORDINARY = ['ordinary: /* prepared */ select 1', 'ordinary released']

describe('a statement that is planned once', () => {
  it('gets a name and a connection of its kind when it is asked often, and all others as before', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 4; i++) await sql`${PREPARED}select 1`.execute(db)
    expect(asked.splice(0)).toEqual([...ORDINARY, ...ORDINARY, ...ONCE, ...ONCE])
    await sql`select 1`.execute(db)
    expect(asked.splice(0)).toEqual(['ordinary: select 1', 'ordinary released'])
    await db.destroy()
    expect(asked).toEqual(['ordinary ended', 'once ended'])
  })

  it.each(['0A000', '57P01', 'ECONNRESET'])(
    'is asked as others are when its plan or its connection is stale (%s)',
    async code => {
      const { db, asked } = recorded({ code, where: 'once', times: 1 })
      for (let i = 0; i < 3; i++) await sql`${PREPARED}select 1`.execute(db)
      expect(asked.slice(4)).toEqual(['once by name: /* prepared */ select 1', 'once thrown away', ...ORDINARY])
    },
  )

  it('of another failure says so', async () => {
    const { db } = recorded({ code: '42501', where: 'once', times: 1 })
    for (let i = 0; i < 2; i++) await sql`${PREPARED}select 1`.execute(db)
    await expect(sql`${PREPARED}select 1`.execute(db)).rejects.toMatchObject({ code: '42501' })
  })

  it('stays within its transaction', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 3; i++) await sql`${PREPARED}select 1`.execute(db)
    asked.splice(0)
    await db.transaction().execute(tx => sql`${PREPARED}select 1`.execute(tx))
    expect(asked).toEqual([
      'ordinary: begin',
      'ordinary: /* prepared */ select 1',
      'ordinary: commit',
      'ordinary released',
    ])
  })

  it('takes a plan for what is asked often only, and for so many', async () => {
    const { db, asked } = recorded()
    for (let i = 0; i < 1500; i++) await sql`${PREPARED}select ${sql.lit(i)}`.execute(db)
    expect(asked.some(said => said.includes('by name'))).toBe(false)
    for (let round = 0; round < 4; round++)
      for (let i = 0; i < 300; i++) await sql`${PREPARED}select ${sql.lit(i)}`.execute(db)
    expect(new Set(asked.filter(said => said.includes('by name'))).size).toBe(100)
  })
})

describe('a connection that had broken while it idled', () => {
  const broken = (times: number): { db: Database; asked: string[] } =>
    recorded({ code: 'ECONNRESET', where: 'ordinary', times })

  it('costs whoever reads, or begins, nothing: it is asked once more of another one', async () => {
    const reading = broken(1)
    await sql`select 1`.execute(reading.db)
    expect(reading.asked).toEqual([
      'ordinary: select 1',
      'ordinary thrown away',
      'ordinary: select 1',
      'ordinary released',
    ])
    const writing = broken(1)
    await writing.db.transaction().execute(tx => sql`update a set b = 1`.execute(tx))
    expect(writing.asked).toEqual([
      'ordinary: begin',
      'ordinary thrown away',
      'ordinary: begin',
      'ordinary: update a set b = 1',
      'ordinary: commit',
      'ordinary released',
    ])
  })

  it('never makes a change be asked twice, nor anything three times', async () => {
    const writing = broken(1)
    await expect(sql`update a set b = 1`.execute(writing.db)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(writing.asked.filter(said => said.includes('update'))).toHaveLength(1)
    const reading = broken(3)
    await expect(sql`select 1`.execute(reading.db)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(reading.asked.filter(said => said.includes('select'))).toHaveLength(2)
  })
})

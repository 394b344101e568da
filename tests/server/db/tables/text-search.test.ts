import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alike, patternOf, TRANSLATED } from '../../../../src/core/model/field/alike.ts'
import { arrayOf } from '../../../../src/server/db/arrays.ts'
import { SEARCH_FUNCTIONS } from '../../../../src/server/db/tables/text-search.ts'
import { openDatabase, type Opened } from '../../support/database.ts'
import { noPostgres } from '../../support/postgres.ts'

/** All signs that the tables name, and some of every script that people write here. */
const SIGNS = [
  ...TRANSLATED.from,
  ...TRANSLATED.to,
  ...Array.from({ length: 0x250 }, (_, i) => String.fromCharCode(i + 9)),
  ...Array.from({ length: 0x100 }, (_, i) => String.fromCharCode(0xff00 + i)),
  ...'αΩЖ中㐀𠮷😀Ⅳ①㈠',
]
const CHUNK = 12
const TEXTS = Array.from({ length: Math.ceil(SIGNS.length / CHUNK) }, (_, i) =>
  SIGNS.slice(i * CHUNK, (i + 1) * CHUNK).join(''),
)

describe.each(['PGlite', 'PostgreSQL'] as const)('what reads the same on %s', kind => {
  const skip = kind === 'PostgreSQL' && noPostgres !== undefined
  let opened: Opened
  beforeAll(async () => {
    if (skip) return
    opened = await openDatabase(kind)
    for (const statement of SEARCH_FUNCTIONS) await sql.raw(statement).execute(opened.db)
  })
  afterAll(() => opened?.close())

  it.skipIf(skip)('is what the code says', async () => {
    const { rows } = await sql<{ found: string }>`select alike(t) as found
      from unnest(${arrayOf(TEXTS)}::text[]) with ordinality as n (t, i) order by i`.execute(opened.db)
    expect(rows.map(({ found }) => found)).toEqual(TEXTS.map(alike))
  })

  it.skipIf(skip)('is what its pattern finds, and its pairs', async () => {
    const terms = TEXTS.map(text => [...text].reverse().join('')).concat(TEXTS)
    const seen = terms.map(alike).filter(term => term !== '')
    const within = seen.map(
      (term, i) => `前${TEXTS[i % TEXTS.length]} ${term.replace(/[a-z]/g, sign => sign.toUpperCase())}后`,
    )
    const { rows } = await sql<{ found: boolean; held: boolean; told: boolean }>`
      select t ~ p as found, pairs(alike(t)) @@ pairs_of(s) as held, strpos(alike(t), s) > 0 as told
      from unnest(${arrayOf(within)}::text[], ${arrayOf(seen.map(patternOf))}::text[], ${arrayOf(seen)}::text[]) as n (t, p, s)`.execute(
      opened.db,
    )
    expect(rows.map(({ found }) => found)).toEqual(rows.map(({ told }) => told))
    expect(rows.filter(({ told, held }) => told && !held)).toEqual([])
    expect(rows.filter(({ told }) => told).length).toBeGreaterThan(rows.length / 2)
  })
})

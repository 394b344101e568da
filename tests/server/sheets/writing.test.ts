import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { writeSheet } from '../../../src/server/sheets/writing/write-sheets.ts'

/** What was stored before such signs were kept out. */
const STORED = '店名\u0000甲\u001b\u202e乙\ud800'

it('a spreadsheet opens whatever stands in its rows', async () => {
  const rows = (async function* () {
    yield [
      ['名称', '数量'],
      [STORED, 3],
    ]
  })()
  const parts: Uint8Array[] = []
  const written = writeSheet({ name: '网店', frozen: 1 } as never, rows as never)
  for await (const part of written as AsyncIterable<Uint8Array>) parts.push(part)
  const { sheets } = await readXlsx(Buffer.concat(parts))
  expect(sheets[0]?.rows).toEqual([
    ['名称', '数量'],
    ['店名甲乙', 3],
  ])
})

import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { legible } from '../../../core/model/field/legible.ts'
import type { HeavyDoer } from '../../heavy/heavy.ts'

async function* bytes(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Rows whose texts a spreadsheet can hold, of whatever age they are. */
async function* rowsIn<T extends readonly unknown[]>(portions: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const portion of portions)
    for (const row of portion) yield row.map(cell => (typeof cell === 'string' ? legible(cell) : cell)) as unknown as T
}

/** Each text stands in its cell: a list of all texts would grow with the rows. */
export const writeSheet: HeavyDoer<'sheet.write'> = ({ name, columns, frozen }, input) =>
  bytes(
    writeXlsxStream(rowsIn(input), {
      name,
      ...(columns ? { columns } : {}),
      freezePane: { rows: frozen },
      inlineStrings: true,
    }),
  )

export const writeBook: HeavyDoer<'book.write'> = async function* (sheets) {
  yield await writeXlsx({ sheets })
}

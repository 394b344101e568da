import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
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

async function* rowsIn<T>(portions: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const portion of portions) yield* portion
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

import type { HeavyDoer, HeavyWork } from '../../heavy/heavy.ts'
import { docxOf } from '../../report/writing/docx.ts'
import { importRows, readCsv } from '../../sheets/reading/import-rows.ts'
import { writeBook, writeSheet } from '../../sheets/writing/write-sheets.ts'

/** Who does which piece of heavy work. */
export const WORKS: { readonly [W in HeavyWork]: HeavyDoer<W> } = {
  'sheet.import': importRows,
  'csv.read': readCsv,
  'sheet.write': writeSheet,
  'book.write': writeBook,
  'report.write': async function* (content) {
    yield await docxOf(content)
  },
}

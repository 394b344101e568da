import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { pivotOf, type Pivot } from '../../charts/layout/pivot.ts'
import { sheetOf, type Sheet, type SheetStyle, type SheetWords } from '../../charts/layout/sheet.ts'
import { saveBlob, typeOf } from '../../data/download.ts'
import { aroundOf } from './around.ts'

/** A widget's cross table, as it is shown. */
export function pivotOfWidget({ measures, by, options }: BoardWidget, figures: Figures): Pivot {
  const columns = Array.isArray(options['columns']) ? options['columns'].map(String) : undefined
  const labels = figures.by.map(name => by.find(one => one.name === name)?.label ?? name)
  return pivotOf({ figures, measures, labels, columns, around: aroundOf(figures, columns) })
}

const LINE = { style: 'thin', color: { rgb: '000000' } } as const
const BORDER = { top: LINE, bottom: LINE, left: LINE, right: LINE }
const MIDDLE = { horizontal: 'center', vertical: 'center', wrapText: true } as const
const STYLES = {
  title: { font: { bold: true, size: 16 }, alignment: { horizontal: 'center', vertical: 'center' } },
  right: { alignment: { horizontal: 'right' } },
  left: { alignment: { horizontal: 'left', wrapText: true } },
  head: { font: { bold: true }, alignment: MIDDLE, border: BORDER },
  side: { alignment: { horizontal: 'left', vertical: 'center' }, border: BORDER },
  number: { alignment: { horizontal: 'right' }, border: BORDER },
  total: { font: { bold: true }, border: BORDER },
} as const satisfies Record<SheetStyle, object>

const WIDTH = { side: 18, number: 13 }
const A4 = 'a4'

/** The name of a worksheet: some signs and more than 31 are not allowed. */
const nameOf = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim() || 'Sheet1'

const LINE_HEIGHT = 15
const WIDE = /[\u2e80-\uffef]/g
/** A Chinese character is as wide as two others. */
const widthOf = (words: string): number => words.length + (words.match(WIDE)?.length ?? 0)

/** Of lines of text over the whole table as many rows high as they are: no program makes merged cells higher itself. */
function heightsOf({ cells, columns, side }: Sheet): Map<number, { height: number }> {
  const width = side * WIDTH.side + (columns - side) * WIDTH.number
  return new Map(
    cells.flatMap(({ row, value, style }): [number, { height: number }][] => {
      const lines = style === 'left' ? Math.ceil(widthOf(String(value ?? '')) / width) : 1
      return lines > 1 ? [[row, { height: lines * LINE_HEIGHT }]] : []
    }),
  )
}

/** Bytes of an xlsx file with merged heads, formats and what paper needs. */
export async function xlsxOf(sheet: Sheet, title: string): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  const rows = Array.from({ length: sheet.rows }, () =>
    Array.from({ length: sheet.columns }, (): string | number | null => null),
  )
  const cells = new Map<string, { value: string | number | null; style: object }>()
  for (const { row, column, value, style, format } of sheet.cells) {
    const line = rows[row]
    if (line) line[column] = value
    const written = format === undefined ? STYLES[style] : { ...STYLES[style], numFmt: format }
    cells.set(`${row},${column}`, { value, style: written })
  }
  const [first, last] = sheet.heads
  return writeXlsx({
    sheets: [
      {
        name: nameOf(title),
        columns: Array.from({ length: sheet.columns }, (_, i) => ({
          width: i < sheet.side ? WIDTH.side : WIDTH.number,
        })),
        rows,
        rowDefs: heightsOf(sheet),
        cells,
        merges: sheet.merges.map(([startRow, startCol, endRow, endCol]) => ({ startRow, startCol, endRow, endCol })),
        freezePane: { rows: last + 1, columns: sheet.side },
        pageSetup: {
          paperSize: A4,
          orientation: sheet.landscape ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$${first + 1}:$${last + 1}`,
        },
      },
    ],
  })
}

/** Saves a cross table as it is shown. */
export async function saveSheet(widget: BoardWidget, figures: Figures, words: SheetWords, name: string): Promise<void> {
  const bytes = await xlsxOf(sheetOf(pivotOfWidget(widget, figures), words), words.title)
  saveBlob(new Blob([bytes.slice()], { type: typeOf('xlsx') }), `${name}.xlsx`)
}

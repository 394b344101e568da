import type * as Library from 'docx'
import { legible } from '../../../core/model/field/legible.ts'
import type { IParagraphOptions, IRunOptions, Paragraph, Table } from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { ReportContent, ReportTable } from '../content.ts'

/** The library is loaded when the first report is written. */
type Docx = typeof Library

/** Paper, fonts and sizes of official documents (GB/T 9704): twips are a twentieth of a point, sizes half points. */
const POINT = 20
const MM = 56.7
const PAGE = { width: 11906, height: 16838 }
const MARGIN = { top: 37 * MM, bottom: 35 * MM, left: 28 * MM, right: 26 * MM }
const LINE = 28 * POINT
const SIZE = { title: 44, body: 32, table: 24, page: 28, head: 72 }
const INDENT = 2 * 16 * POINT
const RED = 'FF0000'
const TITLE = '方正小标宋简体'
const SONG = '宋体'
const HEI = '黑体'
const FANG = '仿宋'
/** What is drawn where a machine has not the font: a reader of the file looks it up in the font table. */
const INSTEAD: Readonly<Record<string, string>> = {
  [TITLE]: SONG,
  [FANG]: '仿宋_GB2312',
  [HEI]: 'SimHei',
  [SONG]: 'SimSun',
}
const DIGITS = '一二三四五六七八九十'

const font = (name: string): Pick<IRunOptions, 'font'> => ({
  font: { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: name, hint: 'eastAsia' },
})

/** 一、 to 十九、: a report has no more chapters. */
export const chapterNumber = (at: number): string =>
  at < DIGITS.length ? (DIGITS[at] ?? '') : `十${DIGITS[at - DIGITS.length] ?? ''}`

/** Writes a report as a file for Word, WPS and LibreOffice. */
export async function docxOf(content: ReportContent): Promise<Uint8Array> {
  const docx = await import('docx')
  const { Document, Packer, LineRuleType } = docx
  const document = new Document({
    title: content.title,
    creator: content.unit,
    evenAndOddHeaderAndFooters: true,
    styles: {
      default: {
        document: {
          run: { ...font(FANG), size: SIZE.body },
          paragraph: { spacing: { line: LINE, lineRule: LineRuleType.EXACT } },
        },
      },
    },
    sections: [
      {
        properties: { page: { size: PAGE, margin: rounded(MARGIN) } },
        footers: { default: pageNumber(docx, 'right'), even: pageNumber(docx, 'left') },
        children: partsOf(docx, content),
      },
    ],
  })
  return withFonts(await Packer.toBuffer(document))
}

const rounded = <K extends string>(of: Record<K, number>): Record<K, number> =>
  Object.fromEntries(Object.entries<number>(of).map(([key, value]) => [key, Math.round(value)])) as Record<K, number>

/** — 1 — */
function pageNumber({ Footer, Paragraph, TextRun, PageNumber }: Docx, side: 'left' | 'right') {
  const run = new TextRun({ children: ['— ', PageNumber.CURRENT, ' —'], ...font(SONG), size: SIZE.page })
  return new Footer({ children: [new Paragraph({ alignment: side, indent: { [side]: 280 }, children: [run] })] })
}

function partsOf(docx: Docx, { head, title, chapters, unit, date }: ReportContent): (Paragraph | Table)[] {
  const line = (text: string, run: IRunOptions, paragraph: IParagraphOptions = {}): Paragraph =>
    new docx.Paragraph({ ...paragraph, children: [new docx.TextRun({ text: legible(text), ...run })] })
  return [
    ...(head === undefined ? [] : headOf(docx, line, head)),
    line('', {}),
    line(title, { ...font(TITLE), size: SIZE.title }, { alignment: 'center', spacing: { line: 36 * POINT } }),
    line('', {}),
    ...chapters.flatMap(({ label, paragraphs, tables }, at) => [
      line(`${chapterNumber(at)}、${label}`, font(HEI), {
        indent: { firstLine: INDENT },
        keepNext: true,
        heading: undefined,
        outlineLevel: 0,
      }),
      ...paragraphs.map(text => line(text, font(FANG), { indent: { firstLine: INDENT } })),
      ...tables.flatMap((table, n) => [
        line(
          `表${at + 1}.${n + 1}　${table.title}`,
          { ...font(HEI), size: SIZE.table },
          { alignment: 'center', keepNext: true },
        ),
        tableOf(docx, table),
        line('', {}),
      ]),
    ]),
    line('', {}),
    line(unit, font(FANG), { alignment: 'right', indent: { right: INDENT }, keepNext: true }),
    line(date, font(FANG), { alignment: 'right', indent: { right: 2 * INDENT } }),
  ]
}

type Line = (text: string, run: IRunOptions, paragraph?: IParagraphOptions) => Paragraph

/** The issuing unit in red, above a red line. */
function headOf({ BorderStyle }: Docx, line: Line, head: string): Paragraph[] {
  const border = { bottom: { style: BorderStyle.SINGLE, size: 18, color: RED, space: 8 } }
  return [
    line(
      head,
      { ...font(TITLE), size: SIZE.head, color: RED },
      { alignment: 'center', spacing: { line: 52 * POINT, after: 200 }, border },
    ),
  ]
}

/** Its head is repeated on each page; numbers stand right. */
function tableOf(docx: Docx, { head, rows }: ReportTable): Table {
  const { Table, TableRow, TableCell, Paragraph, TextRun, WidthType, VerticalAlign } = docx
  const width = Math.floor((PAGE.width - MARGIN.left - MARGIN.right) / head.length)
  const words = rows[0]?.findIndex(text => /^[\d,.—-]/.test(text)) ?? 1
  const cell = (text: string, at: number, isHead: boolean) =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      verticalAlign: VerticalAlign.CENTER,
      children: [
        new Paragraph({
          alignment: isHead ? 'center' : at >= words && words > 0 ? 'right' : 'left',
          spacing: { line: 18 * POINT },
          children: [new TextRun({ text: legible(text), ...font(isHead ? HEI : FANG), size: SIZE.table })],
        }),
      ],
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: head.map(() => width),
    rows: [
      new TableRow({ tableHeader: true, cantSplit: true, children: head.map((text, at) => cell(text, at, true)) }),
      ...rows.map(row => new TableRow({ cantSplit: true, children: row.map((text, at) => cell(text, at, false)) })),
    ],
  })
}

const FONT_TABLE = 'word/fontTable.xml'
/** Says what stands in for fonts that a machine has not; the library writes an empty table. */
function withFonts(file: Uint8Array): Uint8Array {
  const parts = unzipSync(file)
  const fonts = Object.entries(INSTEAD)
    .map(([name, other]) => `<w:font w:name="${name}"><w:altName w:val="${other}"/><w:charset w:val="86"/></w:font>`)
    .join('')
  const before = strFromU8(parts[FONT_TABLE] ?? new Uint8Array())
  const after =
    before.includes('/>') && !before.includes('</w:fonts>')
      ? before.replace(/\/>\s*$/, `>${fonts}</w:fonts>`)
      : before.replace('</w:fonts>', `${fonts}</w:fonts>`)
  return zipSync({ ...parts, [FONT_TABLE]: strToU8(after) })
}

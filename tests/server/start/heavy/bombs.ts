import { constants, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

const MEGABYTE = 1024 * 1024
const DEFLATED = 8
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const HEADING = '名称'

const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`
export const sheetOf = (...rows: string[]): string => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`

/** A workbook of these parts, as small as one can be. */
export const workbook = (sheet: string, texts = ''): Buffer =>
  Buffer.from(
    zipSync(
      {
        'xl/workbook.xml': strToU8(
          `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="a" r:id="s"/></sheets></workbook>`,
        ),
        'xl/_rels/workbook.xml.rels': strToU8(
          `<Relationships><Relationship Id="s" Type="${RELATIONS}/worksheet" Target="sheet.xml"/><Relationship
            Id="t" Type="${RELATIONS}/sharedStrings" Target="texts.xml"/></Relationships>`,
        ),
        'xl/sheet.xml': strToU8(sheet),
        'xl/texts.xml': strToU8(texts),
      },
      { level: 1 },
    ),
  )

export const GOOD = workbook(sheetOf(row(cell(HEADING)), row(cell('甲'))))

/** Millions of texts, of which each is an object in memory: some hundred kilobytes. */
export const manyTexts = (count: number): Buffer =>
  workbook(sheetOf(row(cell(HEADING))), `<sst>${'<si><t>a text of its own</t></si>'.repeat(count)}</sst>`)

/** An archive with one file, packed already, that claims so many bytes. */
function archiveOf(name: string, packed: Buffer, claimed: number): Buffer {
  const archive = Buffer.from(zipSync({ [name]: packed }, { level: 0 }))
  const entry = archive.lastIndexOf('PK\u0001\u0002')
  archive.writeUInt16LE(DEFLATED, entry + 10)
  archive.writeUInt32LE(claimed, entry + 24)
  return archive
}

/** A workbook that claims so many megabytes and holds nothing. */
export const claiming = (megabytes: number): Buffer =>
  archiveOf('xl/workbook.xml', deflateRawSync(Buffer.alloc(0)), megabytes * MEGABYTE)

/** An archive with one file `x`, which holds so many megabytes and claims a byte. */
export function holdingMoreThanItClaims(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH })
  return archiveOf('x', Buffer.concat([...Array<Buffer>(megabytes).fill(one), deflateRawSync(Buffer.alloc(0))]), 1)
}

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`,
).join('')}]>`

/** Files that would take all memory or time of whoever believes them, and words of their refusal. */
export const BOMBS: Readonly<Record<string, [file: () => Buffer, words: string]>> = {
  'a text of many megabytes that cells share': [
    () =>
      workbook(
        sheetOf(row(cell(HEADING)), row('<c t="s"><v>0</v></c>')),
        `<sst><si><t>${'a'.repeat(8 * MEGABYTE)}</t></si></sst>`,
      ),
    '第 2 行有一格的文字超过 100 万字',
  ],
  'a text of many megabytes in a cell': [
    () => workbook(sheetOf(row(cell(HEADING)), row(cell('a'.repeat(8 * MEGABYTE))))),
    '第 2 行有一格的文字超过 100 万字',
  ],
  'a million columns': [() => Buffer.from(`${HEADING}\r\n${'甲,'.repeat(1_000_000)}`), '表格最多 200 列'],
  'a cell in the last column of all': [
    () => workbook(sheetOf(row(cell(HEADING)), '<row r="2"><c r="ZZZ2"><v>1</v></c></row>')),
    '表格最多 200 列',
  ],
  'a line without end': [() => Buffer.from(`${HEADING}\r\n${'a'.repeat(8 * MEGABYTE)}`), '有一格的文字超过 100 万字'],
  'a quotation mark without its other': [
    () => Buffer.from(`${HEADING}\r\n"${'甲\r\n'.repeat(1_000_000)}`),
    '有一格的文字超过 100 万字',
  ],
  'tags within tags within tags': [() => workbook('<a>'.repeat(1_000_000)), '文件已损坏'],
  'an attribute without end': [() => workbook(`<worksheet a="${'a'.repeat(8 * MEGABYTE)}">`), '文件已损坏'],
  'entities that stand for entities': [
    () => workbook(`${LAUGHS}${sheetOf(row(cell(HEADING)), row(cell('&u;')))}`),
    '文件已损坏',
  ],
}

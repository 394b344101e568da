import { isDateFormat } from 'hucre'
import { badRequest } from '../../answer/refusal.ts'
import { MOST_LETTERS } from './limits.ts'
import type { Archive } from './unzip.ts'
import { attributeOf, readPart } from './xml.ts'

/** The sheet that people see first, and what its cells refer to. */
export interface Book {
  /** name of the sheet's part */
  sheet: string
  /** texts that cells name by their number */
  texts: readonly string[]
  /** whether a number in this style is shown as a date */
  isDate(style: number): boolean
  /** days are counted from 1904, not from 1900 */
  from1904: boolean
}

const NO_SHEET = '文件里没有工作表，请使用下载的模板'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

async function workbookOf(archive: Archive): Promise<{ relation: string; from1904: boolean }> {
  let relation: string | undefined
  let from1904 = false
  await readPart(archive.open('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904'))
      if (name === 'sheet' && !/hidden/i.test(attributeOf(attributes, 'state'))) relation ??= relationOf(attributes)
    },
  })
  if (relation === undefined) throw badRequest(NO_SHEET)
  return { relation, from1904 }
}

/** r:id, whatever the prefix; a sheet has an id of its own beside it. */
const relationOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

const partOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** The parts that the workbook names: by their relation, and those of which there is one by their type. */
async function partsOf(archive: Archive): Promise<{ byId: Map<string, string>; byType: Map<string, string> }> {
  const [byId, byType] = [new Map<string, string>(), new Map<string, string>()]
  await readPart(archive.open(RELATIONS), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const part = partOf(attributeOf(attributes, 'Target'))
      byId.set(attributeOf(attributes, 'Id'), part)
      byType.set(attributeOf(attributes, 'Type').split('/').at(-1) ?? '', part)
    },
  })
  return { byId, byType }
}

/** Numbers of formats that spreadsheets know without being told: dates, times, and those of East Asia. */
const isDateOfOld = (format: number): boolean =>
  (format >= 14 && format <= 22)
  || (format >= 27 && format <= 36)
  || (format >= 45 && format <= 47)
  || (format >= 50 && format <= 58)

async function datesOf(archive: Archive, part: string | undefined): Promise<Book['isDate']> {
  const formats = new Map<number, string>()
  const styles: number[] = []
  let isInStyles = false
  await readPart(part === undefined ? undefined : archive.open(part), {
    open: (name, attributes) => {
      if (name === 'cellXfs') isInStyles = true
      if (name === 'numFmt')
        formats.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode'))
      if (name === 'xf' && isInStyles) styles.push(Number(attributeOf(attributes, 'numFmtId')))
    },
    close: name => {
      if (name === 'cellXfs') isInStyles = false
    },
  })
  return style => {
    const format = styles[style]
    if (format === undefined) return false
    const own = formats.get(format)
    return own === undefined ? isDateOfOld(format) : isDateFormat(own)
  }
}

/** Spreadsheets write some control characters as _x000D_. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A copy of its own: a piece of a text keeps all that it was cut out of in memory. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

async function textsOf(archive: Archive, part: string | undefined): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  // how Japanese names are read aloud is no part of them
  let isAside = false
  await readPart(part === undefined ? undefined : archive.open(part), {
    open: name => {
      if (name === 'si') text = ''
      if (name === 'rPh') isAside = true
      isText = name === 't' && !isAside
    },
    text: piece => {
      // one that is too long for a cell is refused by the row of a cell that names it
      if (isText && text.length <= MOST_LETTERS) text += piece
    },
    close: name => {
      if (name === 't') isText = false
      if (name === 'rPh') isAside = false
      if (name === 'si') texts.push(copied(unescaped(text)))
    },
  })
  return texts
}

export async function openBook(archive: Archive): Promise<Book> {
  const { relation, from1904 } = await workbookOf(archive)
  const { byId, byType } = await partsOf(archive)
  const sheet = byId.get(relation)
  if (sheet === undefined) throw badRequest(NO_SHEET)
  return {
    sheet,
    texts: await textsOf(archive, byType.get('sharedStrings')),
    isDate: await datesOf(archive, byType.get('styles')),
    from1904,
  }
}

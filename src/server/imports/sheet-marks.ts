import { badRequest } from '../answer/refusal.ts'
import { pause } from '../time/pause.ts'

/** A range of cells that are merged to one; rows are counted from 1. */
export interface Merged {
  ref: string
  top: number
  bottom: number
}
/** Leftmost column, counted from 1 → its merged ranges, from the top down. */
export type MergedColumns = ReadonlyMap<number, readonly Merged[]>
/** What a sheet has beside its values, and no row of values tells. */
export interface SheetMarks {
  /** name of the sheet that is read: the first one that is visible */
  name: string
  /** cells that hold a formula, such as B7 */
  formulas: ReadonlySet<string>
  merged: MergedColumns
}

const NO_SHEET = '文件里没有工作表，请使用下载的模板'
const BEFORE = 400
const PAUSE_EVERY = 5000
/** Letters of the list of merged ranges, some 30 a range. */
const MOST_MERGED = 8_000_000

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}=(["'])(.*?)\\1`, 's').exec(tag)?.[2] ?? ''

const tagsOf = (xml: string, tag: string): string[] => xml.match(new RegExp(`<(?:\\w+:)?${tag}\\b[^<>]*>`, 'g')) ?? []

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Name and path of the sheet that people see first. */
function firstSheet(parts: ReadonlyMap<string, Buffer>): { name: string; path: string } {
  const workbook = parts.get('xl/workbook.xml')?.toString('utf8') ?? ''
  const shown = tagsOf(workbook, 'sheet').find(tag => !/hidden/i.test(attribute(tag, 'state')))
  if (shown === undefined) throw badRequest(NO_SHEET)
  const id = /\b\w+:id="([^"]*)"/.exec(shown)?.[1] ?? ''
  const links = tagsOf(parts.get('xl/_rels/workbook.xml.rels')?.toString('utf8') ?? '', 'Relationship')
  const target = attribute(links.find(tag => attribute(tag, 'Id') === id) ?? '', 'Target')
  return { name: plain(attribute(shown, 'name')), path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }
}

/** What the names of a sheet's tags begin with: nothing, or such as x: */
const prefixOf = (xml: string): string => /<(\w+:)?worksheet\b/.exec(xml.slice(0, 5000))?.[1] ?? ''

/** Looks back a short way from each `<f`, so that no content makes the search slow. */
async function formulasIn(xml: string, prefix: string): Promise<Set<string>> {
  const found = new Set<string>()
  const formula = `<${prefix}f`
  let n = 0
  for (let at = xml.indexOf(formula); at >= 0; at = xml.indexOf(formula, at + formula.length)) {
    if (++n % PAUSE_EVERY === 0) await pause()
    if (!/[\s>/]/.test(xml[at + formula.length] ?? '')) continue
    const before = xml.slice(Math.max(0, at - BEFORE), at)
    const cell = before.lastIndexOf(`<${prefix}c `)
    if (cell >= 0) found.add(attribute(before.slice(cell), 'r'))
  }
  return found
}

const CELL = /^([A-Z]{1,3})(\d{1,7})$/

function placeOf(ref: string): { row: number; column: number } | undefined {
  const [, letters = '', row = ''] = CELL.exec(ref) ?? []
  if (letters === '') return undefined
  return { row: Number(row), column: [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) }
}

function mergedIn(xml: string, prefix: string): MergedColumns {
  const columns = new Map<number, Merged[]>()
  const at = xml.lastIndexOf(`<${prefix}mergeCells`)
  if (at < 0) return columns
  const end = xml.indexOf('</', at)
  if (end - at > MOST_MERGED) throw badRequest('表格里合并的单元格太多，请取消合并，每一行都填写')
  for (const tag of tagsOf(xml.slice(at, end), 'mergeCell')) {
    const ref = attribute(tag, 'ref')
    const [first, last] = ref.split(':').map(placeOf)
    if (!first || !last) continue
    const ranges = columns.get(first.column) ?? []
    columns.set(first.column, ranges)
    ranges.push({ ref, top: first.row, bottom: last.row })
  }
  for (const ranges of columns.values()) ranges.sort((a, b) => a.top - b.top)
  return columns
}

/** The range that a cell belongs to, if it is in the leftmost column of one; ranges do not overlap. */
export function mergedAt(columns: MergedColumns, column: number, row: number): Merged | undefined {
  const ranges = columns.get(column) ?? []
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.top ?? 0) <= row) low = middle + 1
    else high = middle
  }
  const last = ranges[low - 1]
  return last && row <= last.bottom ? last : undefined
}

/** Parts of a workbook that tell which sheet comes first, and what its cells are. */
export const isMarkPart = (name: string): boolean =>
  name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels' || name.startsWith('xl/worksheets/')

export async function marksOf(parts: ReadonlyMap<string, Buffer>): Promise<SheetMarks> {
  const { name, path } = firstSheet(parts)
  const sheet = parts.get(path)
  if (!sheet) throw badRequest(NO_SHEET)
  const xml = sheet.toString('latin1')
  const prefix = prefixOf(xml)
  return { name, formulas: await formulasIn(xml, prefix), merged: mergedIn(xml, prefix) }
}

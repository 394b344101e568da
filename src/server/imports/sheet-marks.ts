import { badRequest } from '../answer/refusal.ts'
import { pause } from '../time/pause.ts'

/** A range of cells that are merged to one; rows and columns are counted from 1. */
export interface Merged {
  ref: string
  top: number
  bottom: number
  left: number
}
/** What a sheet has beside its values, and no row of values tells. */
export interface SheetMarks {
  /** name of the sheet that is read: the first one that is visible */
  name: string
  /** cells that hold a formula, such as B7 */
  formulas: ReadonlySet<string>
  merged: readonly Merged[]
}

const NO_SHEET = '文件里没有工作表，请使用下载的模板'
const BEFORE = 400
const PAUSE_EVERY = 5000
const MOST_MERGED = 1_000_000

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

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

/** Looks back a short way from each `<f`, so that no content makes the search slow. */
async function formulasIn(xml: string): Promise<Set<string>> {
  const found = new Set<string>()
  let n = 0
  for (let at = xml.indexOf('<f'); at >= 0; at = xml.indexOf('<f', at + 2)) {
    if (++n % PAUSE_EVERY === 0) await pause()
    if (!/[\s>/]/.test(xml[at + 2] ?? '')) continue
    const cell = xml.lastIndexOf('<c ', at)
    if (cell >= 0 && at - cell < BEFORE) found.add(attribute(xml.slice(cell, at), 'r'))
  }
  return found
}

const CELL = /^([A-Z]{1,3})(\d{1,7})$/

function placeOf(ref: string): { row: number; column: number } | undefined {
  const [, letters = '', row = ''] = CELL.exec(ref) ?? []
  if (letters === '') return undefined
  return { row: Number(row), column: [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) }
}

function mergedIn(xml: string): Merged[] {
  const at = xml.lastIndexOf('<mergeCells')
  if (at < 0) return []
  return tagsOf(xml.slice(at, at + MOST_MERGED), 'mergeCell').flatMap(tag => {
    const ref = attribute(tag, 'ref')
    const [first, last] = ref.split(':').map(placeOf)
    return first && last ? [{ ref, top: first.row, bottom: last.row, left: first.column }] : []
  })
}

/** Parts of a workbook that tell which sheet comes first, and what its cells are. */
export const isMarkPart = (name: string): boolean =>
  name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels' || name.startsWith('xl/worksheets/')

export async function marksOf(parts: ReadonlyMap<string, Buffer>): Promise<SheetMarks> {
  const { name, path } = firstSheet(parts)
  const sheet = parts.get(path)
  if (!sheet) throw badRequest(NO_SHEET)
  const xml = sheet.toString('latin1')
  return { name, formulas: await formulasIn(xml), merged: mergedIn(xml) }
}

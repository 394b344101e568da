import { formatOrigin } from '../core/diagnostic/diagnostic.ts'
import type { Checked } from '../core/index.ts'
import type { IndexPlan, IndexPurpose } from '../core/indexes/indexes-of.ts'
import { scannedOf, type ScanReason, type Scanned } from '../core/indexes/scanned.ts'
import { wantsOf, type Want, type Wants } from '../core/indexes/wants.ts'
import type { Language } from './args.ts'

/** The indexes of an entity's table, who wants them, and which filters have none. */
export interface IndexesSay {
  entity: string
  volume: string
  indexes: readonly IndexPlan[]
  scanned: readonly Scanned[]
}

/** `undefined`: there is no such entity. */
export function explainIndexes({ configuration, resolver }: Checked, entity: string): IndexesSay | undefined {
  const model = configuration.entities().find(({ name }) => name === entity)
  if (!model) return undefined
  const wants = readWants(wantsOf(resolver)).get(entity) ?? []
  const { volume, indexes } = model
  return { entity, volume, indexes, scanned: scannedOf(model, indexes, wants) }
}

function readWants(reading: Generator<void, Wants>): Wants {
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
  }
}

type Text = readonly [zh: string, en: string]
const PURPOSES: Record<IndexPurpose, Text> = {
  area: ['地区', 'area'],
  list: ['本地区的列表', "an area's list"],
  order: ['全国的列表', 'list in order'],
  value: ['按值', 'by value'],
  alike: ['按读来相同', 'by what reads the same'],
  beginning: ['按开头', 'by beginning'],
  within: ['按包含', 'by what it contains'],
  units: ['按其中的单位', 'by a unit among several'],
}
const REASONS: Record<ScanReason, Text> = {
  small: ['表小，整个读一遍', 'the table is small and read whole'],
  long: ['文字可能比索引容得下的长', 'texts may be longer than an index takes'],
  halves: ['只有两个值，剩下约一半记录', 'two values leave about half of the rows'],
  several: ['一个字段里有几个值，按文字比较', 'several values in one field are compared as a text'],
  key: ['主键有自己的索引', 'the key has an index of its own'],
}
const HELD: Text = ['在列表的索引里比较，不读记录', 'compared in the indexes of lists, without reading rows']
const EVERY: Text = ['每张表都有', 'every table has it']
const HOLDS: Text = ['另存', 'holds']
const SCANNED: Text = ['没有自己的索引的筛选：', 'Filters without an index of their own:']

const placeOf = ({ page, key, origin }: Want): string => `${page}  ${key}  ${formatOrigin(origin)}`

/** The lines that `explain --indexes` prints. */
export function indexLines({ entity, volume, indexes, scanned }: IndexesSay, language: Language): string[] {
  const say = (text: Text): string => text[language === 'en' ? 1 : 0]
  const lines = indexes.flatMap(({ purpose, fields, beside, wants }) => [
    `${fields.map(({ name, down }) => (down ? `${name} desc` : name)).join(', ')}  (${say(PURPOSES[purpose])})`,
    ...(beside.length > 0 ? [`    ${say(HOLDS)}: ${beside.join(', ')}`] : []),
    ...(wants.length > 0 ? wants.map(want => `    ${placeOf(want)}`) : [`    ${say(EVERY)}`]),
  ])
  const scans = scanned.map(
    ({ want, why, isHeld }) => `    ${placeOf(want)}  ${say(REASONS[why])}${isHeld ? `; ${say(HELD)}` : ''}`,
  )
  return [`${entity}  volume: ${volume}`, ...lines, ...(scans.length > 0 ? [say(SCANNED), ...scans] : [])]
}

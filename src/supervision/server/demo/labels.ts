import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './carriers.ts'
import type { Shown } from './register.ts'
import { LABELS } from './words.ts'

const COLOURS = ['#cf1322', '#389e0d', '#d46b08', '#096dd9', '#531dab', '#c41d7f']

/** The labels that carriers have, for all customers, and a record of each. */
export function labelRows(g: Generating, carriers: readonly Shown[]): { labels: TableRow[]; relations: TableRow[] } {
  const now = chinaTime(g.now)
  const stamps = { createTime: now, updateTime: now, delFlag: 0 }
  const idOf = (name: string): string => `demo-label-${LABELS.indexOf(name) + 1}`
  const labelled = carriers.filter(({ row }) => LABELS.includes(String(row['labelNames'])))
  const relations = labelled.map(({ kind, key, title, row }, i) => ({
    id: `demo-labelling-${String(i + 1).padStart(6, '0')}`,
    labelId: idOf(String(row['labelNames'])),
    objectKind: kind,
    objectId: key,
    objectName: title,
    subjectName: row['subjectName'],
    subjectType: row['subjectType'],
    mode: keyOf(g.dictionary('labelMode'), '规则'),
    time: row['updateTime'],
    customerId: row['customerId'],
    areaCode: row['areaCode'],
    ...stamps,
  }))
  const labels = LABELS.map((labelName, i) => ({
    id: idOf(labelName),
    labelName,
    labelKind: keyOf(g.dictionary('labelKind'), i % 2 === 0 ? '风险' : '重点对象'),
    color: COLOURS[i % COLOURS.length] ?? '',
    scope: keyOf(g.dictionary('shareScope'), '全部'),
    useCount: relations.filter(relation => relation.labelId === idOf(labelName)).length,
    enabled: 1,
    areaCode: '000000',
    ...stamps,
  }))
  return { labels, relations }
}

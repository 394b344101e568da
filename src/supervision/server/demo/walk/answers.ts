import type { TableRow } from '../../../../server/db/database.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import type { FieldModel } from '../../../../server/db/tables/models.ts'
import { keyOf, type Generating } from '../ground/generating.ts'
import type { Answer, Known } from './answer.ts'
import type { Answering, Asked } from './forms.ts'
import { CASE_ANSWERS } from './case-answers.ts'
import { CHOICES, SAYINGS, NUMBERS, TEXTS } from './sayings.ts'

const DAY_MS = 86_400_000
/** A day of a form, counted from the day on which it is filled in. */
const dayMark = (days: number): string => `@${days}`
const MARKED = /^@(-?\d+)$/

/** Stands for the year of the day on which a form is filled in. */
const YEAR = '@'
/** What a decision is called, by the button that makes it. */
const PAPERS: Readonly<Record<string, string>> = { simple: '当罚', noPunishment: '不罚', noOffence: '不罚' }

/** Which days forms ask for: 0 is the day itself. */
const DAYS: Readonly<Record<string, number>> = { rectifyLimit: 15 }

function fromDictionary(g: Generating, field: FieldModel): readonly string[] {
  const entries = g.dictionary(field.dict ?? '')
  const liked = CHOICES[field.name] ?? []
  const usual = liked.length > 0 ? [keyOf(entries, g.random.weighted(liked))] : []
  const all = entries.map(([key]) => key)
  return [...new Set([...usual, ...all])]
}

const text = (g: Generating, { code }: Asked, { name }: FieldModel): string | undefined => {
  const said = SAYINGS[`${code}.${name}`] ?? TEXTS[name]
  return said && g.random.pick(said)
}

const KINDS: Partial<Record<FieldModel['kind'], Answer>> = {
  dict: (g, _known, _asked, field) => fromDictionary(g, field),
  flag: () => [1, 0],
  date: (_g, _known, _asked, { name }) => [dayMark(DAYS[name] ?? 0)],
  int: (g, _known, _asked, { name }) => [g.random.int(...(NUMBERS[name] ?? [1, 5]))],
  money: (g, _known, _asked, { name }) => [g.random.int(...(NUMBERS[name] ?? [1, 9])) * 100],
}
const OWN: Record<string, Answer> = {
  toOrg: (_g, known, asked) => [known.unitFor(asked) ?? null],
  checkers: (_g, known, asked) => [known.pair(asked)],
  docNo: (g, _known, { code }) => [`样例市监${PAPERS[code] ?? '处罚'}〔${YEAR}〕${g.random.int(11, 480)}号`],
  noticeNo: g => [`样例市监罚告〔${YEAR}〕${g.random.int(11, 480)}号`],
  letterNo: g => [`样例市监案移〔${YEAR}〕${g.random.int(3, 96)}号`],
  ...CASE_ANSWERS,
}
/** Left empty unless they must be there: who writes a remark when nothing is remarkable? */
const SPARE = new Set(['toUser', 'ccOrgs', 'remark', 'limitTime', 'realSubject', 'realUscc', 'publishDate'])

const isFile = ({ kind }: FieldModel): boolean => kind === 'file' || kind === 'image'

/** Answers of somebody who knows their work. */
export function answeringOf(g: Generating, known: Known): Answering {
  const answers = (asked: Asked, field: FieldModel): readonly unknown[] | undefined => {
    const own = OWN[field.name]
    if (own) return own(g, known, asked, field)
    const present = asked.row[field.name]
    if (present !== undefined && present !== null && present !== '') return [present]
    if (isFile(field)) return field.required ? [known.picture(asked) ?? null] : undefined
    if (SPARE.has(field.name) && field.required !== true) return undefined
    const said = text(g, asked, field)
    if (said !== undefined) return [said]
    return KINDS[field.kind]?.(g, known, asked, field) ?? (field.required === true ? [field.label] : undefined)
  }
  const dated = (form: TableRow, at: number): TableRow =>
    Object.fromEntries(
      Object.entries(form).map(([name, value]) => {
        const days = typeof value === 'string' ? MARKED.exec(value)?.[1] : undefined
        const day = chinaTime(at + Number(days ?? 0) * DAY_MS).slice(0, 10)
        if (days !== undefined) return [name, day]
        return [name, typeof value === 'string' ? value.replace(`〔${YEAR}〕`, `〔${day.slice(0, 4)}〕`) : value]
      }),
    )
  return { answers, dated }
}

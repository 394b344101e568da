import { percentiles, post, type Asked, type Person, type Started } from './ask.ts'
import { table } from './table.ts'

export interface ClueFigures {
  clues: number
  calls: { name: string; figures: number[] }[]
}

const BASE = '/prod-api/api'
const LIST = `${BASE}/ivIdIllegalResult/queryListNew`

/** Eight filters of the clue list at once. */
const EIGHT = (i: number): object => ({
  illegalSource: `${1 + (i % 4)},${2 + (i % 4)},${3 + (i % 4)}`,
  illegalCategory: '1,2,3,4,5',
  platformName: '1,2,3,4,5,6',
  resultStatus: '20,30,35',
  riskLevel: '1,2',
  subjectName: ['食品', '药房', '经营部'][i % 3],
  foundTimeStart: '2025-01-01',
  overdue: '0',
})

async function timed(times: number, ask: (i: number) => Promise<Asked>): Promise<number[]> {
  const took: number[] = []
  for (let i = -4; i < times; i++) {
    const { ms, status, body } = await ask(Math.abs(i))
    if (status !== 200) throw new Error(`${status}: ${body.slice(0, 200)}`)
    if (i >= 0) took.push(ms)
  }
  return percentiles(took)
}

/** Times the commonest calls about clues: filtering, counting, accepting a hundred. */
export async function clueCalls({ url, people, batches }: Started, times: number, clues: number): Promise<ClueFigures> {
  const of = (i: number): Person => people[i % people.length]!
  const page = { pageNo: 1, pageRowNo: 20, pageFlag: 1, orderBy: 'updateTime desc' }
  const calls = [
    { name: 'list, no filter', figures: await timed(times, i => post(url + LIST, of(i), page)) },
    {
      name: 'list, eight filters',
      figures: await timed(times, i => post(url + LIST, of(i), { ...page, ...EIGHT(i) })),
    },
    {
      name: 'list, eight filters, nation',
      figures: await timed(times, i => post(url + LIST, of(0), { ...page, ...EIGHT(i) })),
    },
    {
      name: 'badge counts',
      figures: await timed(times, i => post(`${url}${BASE}/ivIdIllegalResult/countCornerMarkNum`, of(i), {})),
    },
    { name: 'a batch of 100', figures: await timed(batches.keys.length - 5, () => accepted(url, batches)) },
  ]
  return { clues, calls }
}

let next = 0
async function accepted(url: string, { person, keys }: Started['batches']): Promise<Asked> {
  const asked = await post(`${url}/prod-api/api-im/ivIdIllegalResult/clubLeadProcess`, person, {
    ids: keys[next++],
    action: 'sl',
  })
  if (asked.body.split('"code":"1"').length !== 101)
    throw new Error(`not all were accepted: ${asked.body.slice(0, 200)}`)
  return asked
}

export function clueReport({ clues, calls }: ClueFigures): string {
  const lines = calls.map(({ name, figures }) => [name, ...figures.map(value => value.toFixed(1))])
  return [
    `Calls on ${clues.toLocaleString('en')} clues, ms from the request to the whole answer`,
    table(['', 'p50', 'p95', 'p99'], lines),
  ].join('\n')
}

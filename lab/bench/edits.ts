import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCT_WORDS } from '../../src/products.words.ts'
import { firstConfiguration, followEdits } from '../../src/server/start/configuration/live-configuration.ts'
import { ticks } from '../../src/server/time/ticks.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What people edit: a file of the repository, and a value in it that is there and back in turn. */
const EDITED: Readonly<Record<string, readonly [path: string, one: string, other: string]>> = {
  'a page': ['schemas/pages/dataCenter/onlineShop.yaml', 'shopType: {more: true}', 'shopType:'],
  'an overlay of a page': [
    'customers/areas/35/pages/dataCenter/onlineShop.yaml',
    'monthSales: {search: range, more: true}',
    'monthSales: {search: range}',
  ],
  'an entity': ['schemas/entities/eshop.yaml', 'maxLength: 100, width: 220', 'maxLength: 100, width: 230'],
  'a workflow': ['schemas/workflows/clue.yaml', '{label: 疑似, tone: warning', '{label: 疑似, tone: error'],
  'the menu': ['schemas/menu.yaml', "roles: ['0', '2', '3', special]}", "roles: ['0', '2', '3']}"],
  'app.yaml': ['schemas/app.yaml', 'clueCountSize: 10', 'clueCountSize: 20'],
}
export const EDIT_GOAL_MS = 500

export interface EditFigures {
  /** ms from save to in force: of the first edit, which starts the process of the check, and of each kind after it */
  first: number
  later: Record<string, number[]>
}

/** How long an edit of the whole repository takes from being saved to being served, in a folder of its own. */
export async function measureEdits(rounds: number): Promise<EditFigures> {
  const root = mkdtempSync(join(tmpdir(), 'wangjian-edits-'))
  for (const folder of ['schemas', 'customers']) cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  const live = await firstConfiguration(root, PRODUCT_WORDS)
  let inForce = (): void => undefined
  let fail = (line: string): void => console.error(line)
  // those who are at work: what is in use is made anew before it is served
  for (const customer of readdirSync(join(root, 'customers'))) live.configuration.scope({ customer })
  const log = { info: () => inForce(), error: (line: string) => fail(line) }
  const watching = await followEdits(root, live, async () => undefined, log, PRODUCT_WORDS)
  const edit = ([path, one, other]: readonly [string, string, string]): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = readFileSync(join(root, path), 'utf8')
      const next = text.includes(one) ? text.replace(one, other) : text.replace(other, one)
      if (next === text) throw new Error(`${path} has neither ${one} nor ${other}`)
      const began = ticks()
      inForce = () => resolve(ticks() - began)
      fail = line => reject(new Error(line))
      writeFileSync(join(root, path), next)
    })
  try {
    const first = await edit(EDITED['a page']!)
    const later: EditFigures['later'] = {}
    for (let round = 0; round < rounds; round++)
      for (const [name, change] of Object.entries(EDITED)) (later[name] ??= []).push(await edit(change))
    return { first, later }
  } finally {
    await watching.close()
    rmSync(root, { recursive: true })
  }
}

const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0

export function editReport({ first, later }: EditFigures): string {
  const lines = Object.entries(later).map(([name, times]) => {
    const verdict = median(times) <= EDIT_GOAL_MS ? 'reached' : 'MISSED'
    return `  ${name}: ${median(times).toFixed(0)} ms (${times.map(ms => ms.toFixed(0)).join(', ')}) ${verdict}`
  })
  return [
    `From saved to served, goal ≤ ${EDIT_GOAL_MS} ms on an idle machine; the first edit ${first.toFixed(0)} ms`,
    ...lines,
  ].join('\n')
}

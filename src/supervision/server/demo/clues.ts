import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { initialStates } from '../../../core/workflow/machine.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Generating } from './ground/generating.ts'
import { Finder, type Found } from './clue-carriers.ts'
import { FALLBACKS, GOALS, type Goal } from './clue-goals.ts'
import { CLUE, cityOf, handsOf, type ClueInput, type Hands, type MadeClue } from './clue-input.ts'
import { beginningOf, startRow } from './clue-row.ts'
import type { Matter } from './clue-words.ts'
import type { Shown } from './register.ts'
import { answeringOf } from './walk/answers.ts'
import { timesOf } from './walk/times.ts'
import { canGoOn, chooseWay, walkAlong, type Standing, type Walk } from './walk/walk.ts'

function standingOf(input: ClueInput, hands: Hands, matter: Matter, nth: number): Standing | undefined {
  const { g, ground } = input
  const first = ground.staff.of(hands.sender)[0]
  if (!first) return undefined
  const pair = (by: SignedIn | undefined): string => {
    const people = ground.staff.of(by?.orgId ?? '').map(({ nickName }) => nickName)
    return [...new Set([...(by ? [by.nickName] : []), ...people])].slice(0, 2).join('、')
  }
  const answering = answeringOf(g, {
    unitFor: ({ machine, code }) =>
      machine.transitions.get(code)?.assign?.anywhere === true ? hands.other : hands.handler,
    picture: () => input.picture(matter.product, nth),
    pair: ({ by }) => pair(by),
  })
  return { ...ground, answering, entity: ground.staff.entity(CLUE), first }
}

interface Trying {
  input: ClueInput
  made: Found
  serial: number
  goal: Goal
}

/** One clue on one way, if there are people who could go it and, where it stands, somebody to go on. */
function tryGoal({ input, made, serial, goal }: Trying, hands: Hands): Walk | undefined {
  const standing = standingOf(input, hands, made.matter, serial)
  if (!standing) return undefined
  const { g, work } = input
  const began = beginningOf(input, goal)
  const machine = standing.staff.machineFor(standing.first, CLUE)
  const initial = machine ? initialStates(machine.states) : []
  const state = began.entered && initial.includes('10') ? '10' : (initial[0] ?? '')
  const row: TableRow = { ...startRow(input, made, hands, serial, began), [machine?.status ?? '']: state }
  if (goal.through.length > 0 || g.random.chance(0.5))
    row['evidenceIds'] = input.picture(made.matter.product, serial) ?? null
  const through = state === '10' ? goal.through.slice(1) : goal.through
  const way = chooseWay(standing, row, through, g.now - 3_600_000)
  if (!way || !machine) return undefined
  const { found, times } = timesOf(work, g.random, machine, way, goal.since)
  const dated = { ...row, ...foundAt(input, row, found, serial) }
  const walk = walkAlong(standing, dated, way, times)
  return canGoOn(standing, walk.row, g.now) ? { ...walk, row: lateness(g, walk.row) } : undefined
}

function foundAt({ g }: ClueInput, row: TableRow, found: number, serial: number): TableRow {
  const time = chinaTime(found)
  const area = String(row['areaCode']).slice(0, 6)
  return {
    clueNo: `XS${area}${time.slice(0, 10).replaceAll('-', '')}${String(serial).padStart(5, '0')}`,
    foundTime: time,
    createTime: time,
    stateTime: time,
    updateTime: time,
    supervise: g.random.chance(0.04) ? 1 : 0,
  }
}

/** What the server's hourly run would have marked by now. */
function lateness(g: Generating, row: TableRow): TableRow {
  const now = chinaTime(g.now)
  const late = [row['limitTime'], row['stepTime']].some(
    limit => typeof limit === 'string' && limit !== '' && limit < now,
  )
  return { ...row, overdue: row['finishState'] !== 1 && late ? 1 : 0 }
}

/** One clue on the first of these ways that there are people for. */
export function walkOf(input: ClueInput, made: Found, serial: number, goals: readonly Goal[]): Walk | undefined {
  const all = handsOf(input, made.carrier.row, made.matter)
  for (const goal of goals) {
    for (const hands of all) {
      const walk = tryGoal({ input, made, serial, goal }, hands)
      if (walk) return walk
    }
  }
  return undefined
}

const EVERY = 8

/** Carriers of an area that answer and have units with staff. */
export const here = (input: ClueInput, carriers: readonly Shown[], area: string): Shown[] =>
  carriers.filter(
    ({ row }) =>
      String(row['areaCode']).startsWith(area)
      && row['customerId']
      && row['isDead'] !== 1
      && input.ground.staff.unitsAt(String(row['customerId']), String(row['areaCode']).slice(0, 6)).length > 0,
  )
export const isSectioned = ({ g }: ClueInput, carriers: readonly Shown[]): boolean =>
  carriers.some(({ row }) => g.sectionOf(cityOf(String(row['areaCode'])), '药品') !== undefined)

/** About as many as one shop in eight, or as many as the demonstration says for an area, where units have staff. */
export function madeClues(input: ClueInput, carriers: readonly Shown[]): MadeClue[] {
  const made: MadeClue[] = []
  let rooms = 0
  for (const { area, clues, eshop, website } of input.records) {
    const found = here(input, carriers, area)
    const finder = new Finder(input.g, found, isSectioned(input, found), rooms)
    const count = clues ?? Math.ceil((eshop + website) / EVERY)
    for (let n = 0; n < count; n++) {
      const next = finder.next()
      const serial = made.length + 1
      const wanted = GOALS[serial % GOALS.length]
      const walk = next && walkOf(input, next, serial, [...(wanted ? [wanted] : []), ...FALLBACKS])
      if (next && walk) made.push({ walk, found: next })
    }
    rooms = finder.rooms
  }
  return made
}

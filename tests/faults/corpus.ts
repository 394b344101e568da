import type { Fault } from './fault.ts'
import { unmarked, wrongExpressions } from './kinds/expressions.ts'
import { wrongFields } from './kinds/fields.ts'
import { wrongFiles, wrongSyntax } from './kinds/files.ts'
import { wrongOverlays } from './kinds/layers.ts'
import { misspeltKeys, misspeltValues, misspeltWords, strangers } from './kinds/names.ts'
import {
  circles,
  detailsInMenu,
  unansweredForms,
  unsortable,
  wrongCalls,
  wrongPages,
  wrongRecordFields,
} from './kinds/odds.ts'
import {
  closedCodes,
  missingArguments,
  openToAll,
  strangePlaceholders,
  wrongDays,
  wrongPlaceholders,
} from './kinds/safety.ts'
import { fieldRoles, foreignGrounds, maskedConditions, ownConditions, wrongMasks } from './kinds/persons.ts'
import { wrongRemovals } from './kinds/removed.ts'
import { wrongConstants } from './kinds/settings.ts'
import { wrongTakers, wrongTransitions } from './kinds/transitions.ts'
import { emptied, notToChoose, ofAnotherForm, ofAnotherType, outOfRange, requiredDropped } from './kinds/values.ts'
import type { Tree } from './tree.ts'
import { seeded } from '../chance.ts'

const KINDS: readonly ((tree: Tree) => Fault[])[] = [
  misspeltValues,
  misspeltKeys,
  misspeltWords,
  strangers,
  outOfRange,
  ofAnotherType,
  notToChoose,
  ofAnotherForm,
  requiredDropped,
  emptied,
  wrongExpressions,
  unmarked,
  wrongPages,
  detailsInMenu,
  wrongCalls,
  unansweredForms,
  unsortable,
  wrongRecordFields,
  circles,
  wrongTransitions,
  wrongTakers,
  wrongConstants,
  wrongFields,
  openToAll,
  closedCodes,
  wrongPlaceholders,
  strangePlaceholders,
  wrongDays,
  missingArguments,
  wrongOverlays,
  wrongRemovals,
  foreignGrounds,
  wrongMasks,
  maskedConditions,
  ownConditions,
  fieldRoles,
  wrongFiles,
  wrongSyntax,
]

/** Every fault of every sort, wherever it can happen. */
export const allFaults = (tree: Tree): Fault[] => KINDS.flatMap(kind => kind(tree))

/**
 * So many of them, as many of each sort as of the others where there are enough: what happens at a thousand places says
 * no more than what happens at three.
 */
export function drawn<E extends { sort: string }>(all: readonly E[], size: number, seed: number): E[] {
  const draw = seeded(seed)
  const sorts = new Map<string, { one: E; place: number }[]>()
  for (const one of all) {
    const pile = sorts.get(one.sort)
    const placed = { one, place: draw() }
    if (pile) pile.push(placed)
    else sorts.set(one.sort, [placed])
  }
  const piles = [...sorts.values()].map(pile => pile.sort((a, b) => a.place - b.place).map(({ one }) => one))
  const found: E[] = []
  for (let round = 0; found.length < size && piles.some(pile => pile.length > round); round++)
    found.push(...piles.flatMap(pile => pile[round] ?? []))
  return found.slice(0, size)
}

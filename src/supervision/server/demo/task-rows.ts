import type { TableRow } from '../../../server/db/database.ts'
import { directionalRows, type Picture } from './directionals.ts'
import { Random } from './ground/random.ts'
import { patrolRows } from './patrols.ts'
import { randomTasks } from './random-tasks.ts'
import { talkRows } from './talks.ts'
import { SEED } from './seed-input.ts'
import type { TaskInput } from './task-input.ts'
import { specialTasks } from './tasks.ts'

/**
 * Everything that is about tasks, and what was said to whom; entity → rows. Clues that a task has found are marked in
 * place.
 */
export function taskRows(ground: TaskInput, picture: Picture): Map<string, TableRow[]> {
  const special = specialTasks(ground)
  const random = randomTasks(ground)
  return new Map([
    ['taskSpecial', special.tasks],
    ['specialRecord', special.records],
    ['assign', special.assigns],
    ['taskRoute', special.routes],
    ['taskRandom', random.tasks],
    ['randomSample', random.samples],
    ...patrolRows(ground),
    ...directionalRows({ ...ground, g: { ...ground.g, random: new Random(SEED + 14) } }, special.tasks, picture),
    ...talkRows(ground),
  ])
}

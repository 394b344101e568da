import type { Ground } from '../ground.ts'
import { expect, sleep } from '../report.ts'
import { answersWithin, expectOnce, freshKeys, some, startBatch, type Fault } from './fault.ts'

const HOUR = 3_600_000

/** After the clock is set: existing sessions, new sign-ins and running jobs must continue. */
async function set(ground: Ground, shift: number): Promise<void> {
  const keys = await freshKeys(ground, 40)
  const id = await startBatch(ground, `clock ${shift}`, keys)
  await some(ground.person, id, 1)
  await ground.clock(shift)
  try {
    for (let n = 0; n < 30; n++) {
      expect((await answersWithin(ground.person, 10_000)) === 200, 'whoever is signed in is served')
      expect((await ground.ledger.save(ground.person))?.status === 200, 'a save is taken')
    }
    await expectOnce(ground, id, keys)
  } finally {
    await ground.clock(0)
  }
  await sleep(300)
  expect((await ground.ledger.save(ground.person))?.status === 200, 'a save is taken when the clock is right again')
}

export const CLOCK: Fault[] = [
  { name: 'the clock is set back an hour', run: ground => set(ground, -HOUR) },
  { name: 'the clock is set forward an hour', run: ground => set(ground, HOUR) },
  { name: 'the clock is set back ten seconds', run: ground => set(ground, -10_000) },
]

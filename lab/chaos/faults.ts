import { noSmallDisk } from '../../tests/server/durability/small-disk.ts'
import { CLOCK } from './faults/clock.ts'
import { DATABASE } from './faults/database.ts'
import type { Fault } from './faults/fault.ts'
import { FOLDER } from './faults/folder.ts'
import { WILD } from './faults/wild.ts'
import { WORK } from './faults/work.ts'
import { Ground, type Kind } from './ground.ts'
import { expect, inOneLine, within, type Line } from './report.ts'

export const FAULTS: readonly Fault[] = [...DATABASE, ...CLOCK, ...FOLDER, ...WILD, ...WORK]
const LONGEST_MS = 300_000

/** Checks that the server has recovered: it is healthy and accepts a save. */
async function expectWell(ground: Ground): Promise<void> {
  expect(ground.isRunning, `the server has ended: ${ground.server.output.slice(-400)}`)
  await ground.ledger.again(ground.person)
  const reply = await ground.ledger.save(ground.person)
  expect(reply?.status === 200, `a save afterwards is answered with ${reply?.status} ${reply?.body.resultMsg}`)
  expect((await ground.person.healthy()) === 200, 'health does not say that it is well')
}

async function one(ground: Ground, { name, run }: Fault): Promise<Line> {
  const began = Date.now()
  const what = `${name}, ${ground.kind}`
  try {
    await within(
      LONGEST_MS,
      'the fault',
      run(ground).then(() => expectWell(ground)),
    )
    return { what, came: `survived, ${Math.round((Date.now() - began) / 1000)} s`, isWell: true }
  } catch (error) {
    return { what, came: inOneLine(error), isWell: false }
  }
}

/**
 * Runs the faults one after the other on one server, and on a new one after a failure; finally compares the database
 * with the acknowledged saves.
 */
async function on(kind: Kind, faults: readonly Fault[]): Promise<Line[]> {
  const lines: Line[] = []
  let ground = await Ground.open(kind)
  console.log(`  ${kind}: ${faults.length} faults`)
  for (const fault of faults) {
    const line = await one(ground, fault)
    console.log(`  ${line.isWell ? 'well' : 'LOST'}  ${line.what}: ${line.came}`)
    lines.push(line)
    if (line.isWell) continue
    await ground.close()
    ground = await Ground.open(kind)
  }
  const losses = await ground.losses()
  await ground.close()
  return [
    ...lines,
    {
      what: `after all faults, ${kind}`,
      came: JSON.stringify(losses),
      isWell: Object.values(losses).every(count => count === 0),
    },
  ]
}

export async function faults(kinds: readonly Kind[], named: string): Promise<Line[]> {
  const wanted = FAULTS.filter(({ name, mounts }) => name.includes(named) && !(mounts && noSmallDisk))
  const lines: Line[] = []
  for (const kind of kinds) {
    const here = wanted.filter(fault => (fault.on ?? kind) === kind)
    if (here.length > 0) lines.push(...(await on(kind, here)))
  }
  return lines
}

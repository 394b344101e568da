/**
 * Tries to get in: a real server with the demonstration, and what somebody with a session, a page, a file or one
 * customer's YAML could try, by class, drawn at random from a seed that is printed. Exits with 1 if something came
 * through.
 */
import { parseArgs } from 'node:util'
import { calls, oddArguments } from './attack/calls.ts'
import { Draw, type Tried } from './attack/draw.ts'
import { Ground } from './attack/ground.ts'
import { layers } from './attack/layers.ts'
import { masks } from './attack/masks.ts'
import { headers, outward, patterns } from './attack/outside.ts'
import { keysOfOthers, transitions } from './attack/rows.ts'
import { uploads } from './attack/uploads.ts'

/** Class → how it is tried, and how often beside the others. */
const CLASSES: Record<
  string,
  { tries: (ground: Ground, draw: Draw, times: number) => Promise<Tried[]>; share: number }
> = {
  calls: { tries: calls, share: 3 },
  keys: { tries: keysOfOthers, share: 1 },
  transitions: { tries: transitions, share: 1 },
  masks: { tries: masks, share: 2 },
  arguments: { tries: oddArguments, share: 3 },
  headers: { tries: headers, share: 0.5 },
  uploads: { tries: uploads, share: 0.3 },
  outward: { tries: outward, share: 2 },
  patterns: { tries: patterns, share: 1 },
  layers: { tries: layers, share: 0.1 },
}

const USAGE = `npm run attack -- [--times 100] [--seed N] [--only ${Object.keys(CLASSES).join(',')}]
  --times 100   rounds of each class; some are tried more often, some less
  --seed N      draws what that run drew; a new one is printed`

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: Object.keys(CLASSES).join() },
    help: { type: 'boolean', default: false },
  },
})
const chosen = values.only.split(',')
const unknown = chosen.find(name => !(name in CLASSES))
if (values.help || unknown !== undefined) {
  console.log(unknown === undefined ? USAGE : `${unknown}?\n${USAGE}`)
  process.exit(unknown === undefined ? 0 : 2)
}

console.log(`seed ${values.seed}`)
const ground = await Ground.open()
const broken: string[] = []
try {
  for (const [place, name] of chosen.entries()) {
    const { tries, share } = CLASSES[name]!
    // each class draws for itself: one alone is tried as it was among all
    const draw = new Draw(Number(values.seed) + Object.keys(CLASSES).indexOf(name) * 7919)
    const since = performance.now()
    const tried = await tries(ground, draw, Math.max(1, Math.round(Number(values.times) * share)))
    const through = tried.filter(one => one.broken !== undefined)
    broken.push(...through.map(one => `${name}: ${one.what}: ${one.broken}`))
    if (place === 0) console.log('class         attempts  held  not held  seconds')
    const row = [
      tried.length,
      tried.length - through.length,
      through.length,
      Math.round((performance.now() - since) / 1000),
    ]
    console.log(`${name.padEnd(12)}${row.map((n, i) => String(n).padStart([10, 6, 10, 9][i]!)).join('')}`)
  }
} finally {
  await ground.close()
}
for (const one of broken) console.log(`NOT HELD  ${one}`)
process.exit(broken.length === 0 ? 0 : 1)

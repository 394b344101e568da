/**
 * Reads the built console and finds what browsers at the floor do not have: it would be noticed only by whoever has such
 * a browser. What libraries bring is found as well as what we write.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FLOOR, POLYFILLED } from '../floor.ts'
import { builtIns } from './compat.ts'
import { KNOWN, type Known } from './known.ts'
import { usesIn, type Use } from './scripts.ts'
import { stylesIn } from './styles.ts'

export interface Finding extends Use {
  file: string
  /** the text around it */
  place: string
}

export interface Checked {
  findings: Finding[]
  /** built-ins that are brought along and used by nobody */
  needless: string[]
  /** reasons that nothing in the build needs any more */
  stale: Known[]
}

/** The text of core-js itself asks for each of them in ways of its own. */
const OWN = /^(?:polyfills|refusal)-/

const isKnown = (known: Known, { what, file }: Finding): boolean =>
  known.what === what && file.startsWith(known.file ?? '')

function findingsIn(folder: string, file: string, known: ReturnType<typeof builtIns>): Finding[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const uses = file.endsWith('.css') ? stylesIn(text) : usesIn(text, known)
  return uses.map(use => ({
    ...use,
    file,
    place: text.slice(Math.max(0, use.at - 30), use.at + 60).replaceAll('\n', ' '),
  }))
}

export function checkBuilt(dist: string): Checked {
  const folder = join(dist, 'assets')
  const known = builtIns()
  const all = readdirSync(folder)
    .filter(file => /\.(?:js|css)$/.test(file) && !OWN.test(file))
    .flatMap(file => findingsIn(folder, file, known))
  const polyfilled = new Set<string>(POLYFILLED)
  return {
    findings: all.filter(one => !polyfilled.has(one.what) && !KNOWN.some(reason => isKnown(reason, one))),
    needless: POLYFILLED.filter(name => !all.some(({ what }) => what === name)),
    stale: KNOWN.filter(reason => !all.some(one => isKnown(reason, one))),
  }
}

export const told = ({ file, what, version, place }: Finding): string =>
  `${file}: ${what} came with Chromium ${version}, and ${FLOOR.chromium} is built for: … ${place} …`

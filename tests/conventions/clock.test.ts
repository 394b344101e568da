import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Who may ask what time it is, and what for. Nobody may for "how long since": that time is set by people and by time
 * services.
 */
const ASK_THE_TIME: [place: string, what: string][] = [
  ['src/server/time/clock.ts', 'the clock itself'],
  ['src/server/sweep/', 'what has been kept long enough'],
  ['src/server/db/time.ts', 'moments in China'],
  ['src/server/session/', 'when sessions and locks end, of all instances'],
  ['src/server/http/app.ts', 'when sessions end'],
  ['src/server/calls/accounts/', 'when a wait or a session ends, and which half minute a code is of'],
  ['src/server/jobs/', 'kept moments of jobs'],
  ['src/server/dispatch/submission.ts', 'how long a submission is known'],
  ['src/server/start/look-at-files.ts', 'whether a week has passed'],
  ['src/server/start/look-at-holidays.ts', 'whether a week has passed, and which year it is'],
  ['src/server/hourly/', 'what is past its day'],
  ['src/supervision/server/collect/queue.ts', 'kept moments of runs'],
  ['src/supervision/server/evidence/', 'kept moments of evidence and of its queue; when a code ends'],
  ['src/supervision/server/capture/browse.ts', 'when a page was captured'],
  ['src/supervision/server/calls/evidence/evidence-codes.ts', 'whether a code has ended'],
  ['src/supervision/server/calls/clues/clue-counts.ts', 'a day'],
  ['src/server/calls/console/', 'kept for a day or so: exports, selections, uploads'],
  ['src/supervision/server/demo/', 'made-up moments'],
  ['src/server/start/database/data-lock.ts', 'the age of a file of another machine'],
  ['src/cli/run-validate.ts', 'which year it is'],
  ['src/cli/install/', 'the name of a backup, and whether the clock is right'],
  ['src/console/i18n/', 'moments of the server, in China'],
  ['src/console/data/http/http.ts', 'since when the server may have told its time'],
  ['src/console/data/config/config.ts', 'since when the server may have told its time'],
  ['src/supervision/console/counters.ts', 'a day'],
  ['src/console/pages/detail/print/PrintPreview.tsx', 'when it was printed'],
  ['src/console/pages/document/DocumentView.tsx', 'when it was printed'],
  ['src/console/shell/Watermark.tsx', 'the day, shown'],
  ['src/server/http/static-files.ts', 'the server’s time, told'],
]
/** Who asks the system, and not the clock of the process, by which tests let days pass. */
const ASK_THE_SYSTEM = [
  'src/server/time/clock.ts',
  'src/supervision/server/capture/browse.ts',
  'src/cli/',
  // the machine's own, beside which the server's is reckoned
  'src/console/i18n/clock.ts',
  'src/console/data/http/http.ts',
  'src/console/data/config/config.ts',
]
const AGE_OF_A_FILE = 'src/server/start/database/data-lock.ts'

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
const code = files.flatMap(path =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((line, i) => ({ path, line, place: `${path}:${i + 1} ${line.trim()}` })),
)

describe('a clock that may be set at any moment', () => {
  it('is asked only for moments that are kept or told; “how long since” is ticks() of src/server/time/ticks.ts, in the console performance.now()', () => {
    const asked = code.filter(({ line }) => /\bDate\.now\b|\bnew Date\(\)|\bnowMs\(\)/.test(line))
    expect(asked.length).toBeGreaterThan(10)
    expect(
      asked.filter(({ path }) => !ASK_THE_TIME.some(([place]) => path.startsWith(place))).map(({ place }) => place),
    ).toEqual([])
  })

  it('is the one of the process, which tests move by days', () => {
    const asked = code.filter(({ line }) => /\bDate\.now\b|\bnew Date\(\)/.test(line))
    expect(
      asked.filter(({ path }) => !ASK_THE_SYSTEM.some(place => path.startsWith(place))).map(({ place }) => place),
    ).toEqual([])
  })

  it('measures nothing: a moment less a constant is another moment, less anything else it is a duration', () => {
    const DURATION = /\b(?:Date\.now|nowMs)\(\)\s*-(?!\s*[A-Z\d])|-\s*(?:Date\.now|nowMs)\(\)/
    expect(
      ['Date.now() - this.#asked', 'nowMs() - since', 'limit - Date.now()'].every(line => DURATION.test(line)),
    ).toBe(true)
    expect(['Date.now() - KEEP_MS', 'Date.now() - 86_400_000'].some(line => DURATION.test(line))).toBe(false)
    expect(
      code.filter(({ path, line }) => path !== AGE_OF_A_FILE && DURATION.test(line)).map(({ place }) => place),
    ).toEqual([])
  })
})

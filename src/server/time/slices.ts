import { pause } from './pause.ts'
import { ticks } from './ticks.ts'

/** Milliseconds of work between two turns of the event loop: too short for requests to notice. */
const SLICE_MS = 8

/** Runs long work in short slices, so that requests are served in between. */
export async function inSlices<T>(work: Generator<void, T>, sliceMs = SLICE_MS): Promise<T> {
  let until = ticks() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (ticks() < until) continue
    await pause()
    until = ticks() + sliceMs
  }
}

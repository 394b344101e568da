import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work between two turns of the event loop: too short for requests to notice. */
const SLICE_MS = 8

/** Runs long work in short slices, so that requests are served in between. */
export async function inSlices<T>(work: Generator<void, T>, sliceMs = SLICE_MS): Promise<T> {
  let until = performance.now() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + sliceMs
  }
}

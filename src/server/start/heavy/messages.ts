import type { HeavyWork } from '../../heavy/heavy.ts'

/** What a process for heavy work is told. */
export type ToProcess =
  /** the work to do; answered by its first output, as `next` is by the one after the last */
  | { kind: 'begin'; work: HeavyWork; order: unknown }
  | { kind: 'next' }
  /** the input that it wanted */
  | { kind: 'input'; value: unknown }
  | { kind: 'inputEnds' }

export type FromProcess =
  | { kind: 'output'; value: unknown }
  | { kind: 'outputEnds' }
  /** its next input, which may also be for an output that has not been asked for */
  | { kind: 'wants' }
  /** the work cannot be done, in words for whoever asked for it */
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'failed'; text: string }

/** What a process may take. */
export interface HeavyLimits {
  /** megabytes of the whole process */
  memory: number
  /** seconds of the processor between two messages */
  seconds: number
}

/** What a process writes to standard error before it ends itself. */
export const OVER = { memory: 'heavy work: over its memory', seconds: 'heavy work: over its time' } as const

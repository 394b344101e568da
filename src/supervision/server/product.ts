import type { Product } from '../../server/call/context.ts'
import type { Worker } from '../../server/queue/worker.ts'
import { HANDLERS } from './calls/handlers.ts'
import type { Evidence } from './evidence/service.ts'
import { LIVENESS_HOOKS } from './liveness/hooks.ts'
import type { Probe } from './probe/probe.ts'
import { EFFECTS } from './tasks/effects.ts'
import { TASK_HOOKS } from './tasks/hooks.ts'

declare module '../../server/call/context.ts' {
  interface Services {
    /** asks whether an address answers; the internet's only, where nothing else is given */
    probe?: Probe
    /** captures pages and gives evidence its time; without it nothing is captured */
    evidence?: Evidence
    /** works off collecting that waits; without it what was asked for waits for another instance */
    collector?: Worker
  }
}

/** What supervising online trade adds to the engine. */
export const SUPERVISION: Product = {
  handlers: HANDLERS,
  hooks: [LIVENESS_HOOKS, TASK_HOOKS],
  effects: EFFECTS,
}

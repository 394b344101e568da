import { Refusal } from '../../../server/answer/refusal.ts'
import type { EngineAsk, EngineGround, EngineResult, SearchEngine } from './engine.ts'

const LIMIT_MS = 15_000

/** What the engines found, in their order, each address once; and which of them could not search. */
export interface Asked {
  results: EngineResult[]
  failed: string[]
}

/** Asks several engines at once. One that does not answer keeps none of the others' results back. */
export async function askEngines(
  engines: readonly SearchEngine[],
  ask: Omit<EngineAsk, 'signal'>,
  ground: EngineGround,
  limitMs = LIMIT_MS,
): Promise<Asked> {
  const signal = AbortSignal.timeout(limitMs)
  const late = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('late')), { once: true }),
  )
  // with nobody to ask, nobody waits for it
  late.catch(() => {})
  const answers = await Promise.allSettled(
    engines.map(({ search }) => Promise.race([search({ ...ask, signal }, ground), late])),
  )
  const byUrl = new Map<string, EngineResult>()
  const failed: string[] = []
  for (const [i, answer] of answers.entries()) {
    if (answer.status === 'rejected') {
      // what is wrong with what was sent is told, and not that an engine failed
      if (answer.reason instanceof Refusal) throw answer.reason
      ground.call.fault(answer.reason)
      failed.push(engines[i]?.key ?? '')
    } else for (const one of answer.value) if (!byUrl.has(one.url)) byUrl.set(one.url, one)
  }
  return { results: [...byUrl.values()], failed }
}

import type { FiguresDoc, InsteadDoc } from '../model/endpoints.ts'
import type { DecisionFacts } from '../model/workflow.ts'
import type { Call } from './page-parts.ts'

/**
 * What the console needs in front of a backend that speaks the specification alone: with these it works out by itself
 * what our own server would say.
 */
export interface BackendFacts {
  /** calls beside those of the console itself, by name */
  calls: Record<string, CallOfBackend>
  /** entities whose records follow a workflow */
  workflows: Record<string, DecisionFacts>
  /** calls of ours that another one does there */
  instead: Record<string, InsteadDoc>
  /** dictionary → the call that tells its words there, and its argument for the dictionary's name */
  words: Record<string, { call: Call; argument?: string }>
  /** calls of ours that the server in front of the backend answers itself */
  served: string[]
}

export interface CallOfBackend {
  call: Call
  entity?: string
  /** the entity's key */
  key?: string
  figures?: FiguresDoc
}

import type { StandIn } from './stand-in.ts'

/** Actions that an operator may request on a page, in this order (dictionary captureStep). */
export const STEP_KINDS = ['wait', 'scroll', 'click', 'fill', 'shot'] as const
export type StepKind = (typeof STEP_KINDS)[number]
export interface CaptureStep {
  kind: StepKind
  target: string
  value: string
}

export interface Limits {
  seconds: number
  /** limit for all loaded resources, and for all stored files */
  bytes: number
  /** limit for the height of the full-page picture, in pixels */
  height: number
}

/** Input of the capture process. */
export interface CaptureOrder {
  url: string
  steps: CaptureStep[]
  /** path of the browser's executable */
  browser: string
  sandbox: boolean
  allow: string[]
  /** the agency's own proxy, if that is the only way to the internet */
  via?: string | undefined
  limits: Limits
  /** for what the browser keeps meanwhile */
  folder: string
  /** of a demonstration: who answers for its made-up hosts */
  standIn?: StandIn | undefined
}

/** One line of the log that is stored with the evidence. */
export interface Logged {
  at: string
  what: string
  result: string
}

export interface CapturedFile {
  name: string
  content: Uint8Array
}
export interface Captured {
  title: string
  finalUrl: string
  /** address that served the page */
  address: string
  startedAt: string
  endedAt: string
  files: CapturedFile[]
  environment: Record<string, unknown>
}

/** Why a capture failed, as a message for staff. */
export class CaptureFailure extends Error {}

export type Message =
  | { kind: 'browser'; group: number | undefined }
  | { kind: 'log'; line: Logged }
  | { kind: 'done'; captured: Captured }
  | { kind: 'failed'; text: string }

/** Runs one capture; aborting the signal ends it with all its processes. */
export type Capture = (
  url: string,
  steps: CaptureStep[],
  told: (line: Logged) => void,
  signal: AbortSignal,
) => Promise<Captured>

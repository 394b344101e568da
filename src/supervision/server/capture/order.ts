/** What an operator may ask the browser to do on a page, in this order (dictionary captureStep). */
export const STEP_KINDS = ['wait', 'scroll', 'click', 'fill', 'shot'] as const
export type StepKind = (typeof STEP_KINDS)[number]
export interface Step {
  kind: StepKind
  target: string
  value: string
}

export interface Limits {
  seconds: number
  /** of everything that the page loads, and of everything that is kept of it */
  bytes: number
  /** pixels of the full-page picture */
  height: number
}

/** What the process of a capture is told. */
export interface CaptureOrder {
  url: string
  steps: Step[]
  /** the browser's program */
  browser: string
  sandbox: boolean
  allow: string[]
  /** the agency's own proxy, where there is no other way to the internet */
  via?: string | undefined
  limits: Limits
}

/** One line of the log that is kept with the evidence. */
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
  /** address that the page itself came from */
  address: string
  startedAt: string
  endedAt: string
  files: CapturedFile[]
  environment: Record<string, unknown>
}

/** Why there is no capture, in words for staff. */
export class CaptureFailure extends Error {}

export type Message =
  { kind: 'log'; line: Logged } | { kind: 'done'; captured: Captured } | { kind: 'failed'; text: string }

/** Runs one capture; the signal ends it and everything that it started. */
export type Capture = (
  url: string,
  steps: Step[],
  told: (line: Logged) => void,
  signal: AbortSignal,
) => Promise<Captured>

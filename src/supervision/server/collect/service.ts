/** Whoever works off what waits to be collected. */
export interface Collector {
  /** somebody waits: look now rather than in a moment */
  wake(): void
  close(): Promise<void>
}

/** A run that waits for an instance, or that one is at. */
export interface Run {
  taskId: string
  logId: string
  userId: string
}

/** Whoever works off what waits in the database. */
export interface Worker {
  /** somebody waits: look now rather than in a moment */
  wake(): void
  close(): Promise<void>
}

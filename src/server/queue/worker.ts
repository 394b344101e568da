/** Background work on what waits in the database. */
export interface Worker {
  /** there is work: look now rather than in a moment */
  wake(): void
  close(): Promise<void>
}

/** Whoever works off batches and exports that wait. */
export interface Jobs {
  /** somebody waits: look now rather than in a moment */
  wake(): void
  close(): Promise<void>
}

/** A background worker for work in the database. */
export interface Worker {
  /** looks for work now instead of at the next poll */
  wake(): void
  close(): Promise<void>
}

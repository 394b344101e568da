/** A run that waits for an instance, or that one is at. */
export interface Run {
  taskId: string
  logId: string
  userId: string
}

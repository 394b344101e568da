/** A run that is queued or in progress. */
export interface Run {
  taskId: string
  logId: string
  userId: string
}

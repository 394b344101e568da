/** Ending of files and folders that are being written; a backup and the sweep know it. */
export const DRAFT = '.part'

/** Error codes where a folder cannot be opened to be synced, or not be synced: Windows, some network shares. */
const CANNOT_SYNC = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'])

/** Whether an error only says that names cannot be synced here, and not that the disk has failed to. */
export const cannotSync = (error: unknown): boolean =>
  CANNOT_SYNC.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')

import { StartRefusal } from './refusal.ts'

/** Messages for disk errors, by codes of Node and PostgreSQL. */
const REASONS: Readonly<Record<string, readonly [chinese: string, english: string]>> = {
  ENOSPC: ['磁盘空间不足，请清理后重试', 'the disk is full: make room and try again'],
  EDQUOT: ['磁盘配额已用完，请清理后重试', 'the quota of the disk is used up: make room and try again'],
  53100: ['磁盘空间不足，请清理后重试', 'the disk is full: make room and try again'],
  EROFS: [
    '磁盘是只读的，请重新以可写方式挂载，或换一个目录',
    'the disk is read-only: mount it for writing, or name another folder',
  ],
  EACCES: [
    '没有写入权限，请用拥有该目录的账号运行，或换一个目录',
    'there is no right to write: run it as the account that owns the folder, or name another one',
  ],
  EPERM: [
    '没有写入权限，请用拥有该目录的账号运行，或换一个目录',
    'there is no right to write: run it as the account that owns the folder, or name another one',
  ],
  ENOTDIR: ['路径中有一段不是目录，请换一个目录', 'a part of its path is no folder: name another one'],
}

/** A StartRefusal with `what` in both languages and the reason, for disk errors; other errors unchanged. */
export function diskRefusal(error: unknown, [chinese, english]: readonly [string, string]): unknown {
  const reason = REASONS[String((error as NodeJS.ErrnoException | undefined)?.code ?? '')]
  return reason === undefined || error instanceof StartRefusal
    ? error
    : new StartRefusal(`${chinese}：${reason[0]}。`, `${english}: ${reason[1]}.`)
}

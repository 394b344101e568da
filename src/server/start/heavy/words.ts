import type { HeavyWork } from '../../heavy/heavy.ts'
import type { Ending } from './heavy-process-link.ts'
import type { HeavyLimits } from './messages.ts'

const READS: ReadonlySet<HeavyWork> = new Set(['sheet.import', 'csv.read'])

/** Whether the work reads what somebody has sent, so that its end is the fault of that. */
export const reads = (work: HeavyWork): boolean => READS.has(work)

const ofFile = (ending: Ending, { memory, seconds }: HeavyLimits): string => {
  if (ending === 'memory')
    return `读取文件需要的内存超过 ${memory} MB，已停止。请删去多余的工作表和格式，分成几个文件，或另存为“CSV UTF-8”再试`
  if (ending === 'time')
    return `读取文件超过 ${seconds} 秒，已停止。请删去多余的工作表和格式，分成几个文件，或另存为“CSV UTF-8”再试`
  return '读取文件的进程意外结束，已停止。请重试；仍然不行，请在表格软件里另存为 .xlsx 再试'
}

const ofWriting = (ending: Ending, { memory, seconds }: HeavyLimits): string => {
  if (ending === 'memory') return `生成文件需要的内存超过 ${memory} MB，已停止。请缩小范围后重试`
  if (ending === 'time') return `生成文件超过 ${seconds} 秒，已停止。请缩小范围后重试`
  return '生成文件的进程意外结束，请重试；多次出现请联系管理员'
}

/** Why heavy work has come to no end, for whoever asked for it. */
export const wordsOf = (work: HeavyWork, ending: Ending, limits: HeavyLimits): string =>
  reads(work) ? ofFile(ending, limits) : ofWriting(ending, limits)

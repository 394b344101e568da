import type { Capture } from '../capture/order.ts'
import type { TimeService } from './timestamp.ts'

/** Capabilities of this server for evidence. */
export interface EvidenceTools {
  /** absent if no browser is installed */
  capture: Capture | undefined
  /** absent if no time service is configured */
  time: TimeService | undefined
  /** this machine's address, for the records */
  serverIp: string
}

/** The capabilities with their background worker. */
export interface Evidence extends EvidenceTools {
  /** looks for queued captures now instead of at the next poll */
  wake(): void
  close(): Promise<void>
}

export const NO_BROWSER =
  '服务器没有安装浏览器，不能取证。请管理员安装 Chromium（Debian、Ubuntu：apt install chromium；其他系统见部署说明），或用 CHROMIUM 指定浏览器的位置，然后重新启动服务'
export const SERVER_CLOCK = '服务器时钟（未配置可信时间戳服务）'

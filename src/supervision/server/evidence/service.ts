import type { Capture } from '../capture/order.ts'
import type { TimeService } from './timestamp.ts'

/** What this server can do about evidence, as it was set up. */
export interface EvidenceTools {
  /** absent where no browser is installed */
  capture: Capture | undefined
  /** absent where no time service is configured */
  time: TimeService | undefined
  /** address of this machine, as records name it */
  serverIp: string
}

/** The tools, and whoever works off what is waiting. */
export interface Evidence extends EvidenceTools {
  /** somebody waits: look now rather than in a moment */
  wake(): void
  close(): Promise<void>
}

export const NO_BROWSER =
  '服务器没有安装浏览器，不能取证。请管理员安装 Chromium（Debian、Ubuntu：apt install chromium；其他系统见部署说明），或用 CHROMIUM 指定浏览器的位置，然后重新启动服务'
export const SERVER_CLOCK = '服务器时钟（未配置可信时间戳服务）'

import type { UserInfo } from '../../core/contract/api.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'
import { fill, t } from '../i18n/t.ts'

/**
 * What the system calls itself (R1.01–R1.03): the host's own title, else the customer's area with the phrase, else the
 * default.
 */
export function systemTitle(app: AppFacts, user: UserInfo | undefined, host = location.hostname): string {
  const byHost = app.hosts[host] ?? app.hosts[host.split(':')[0] ?? '']
  if (byHost) return t(byHost)
  const areaName = user?.sysCustomer.areaName
  return areaName ? fill(t(app.customerTitle ?? app.title), { areaName: t(areaName) }) : t(app.title)
}

export const defaultTitle = (): string => t(currentConfig().manifest.app.title)

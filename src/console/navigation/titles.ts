import type { ConsoleApp } from '../app/app.ts'
import type { UserInfo } from '../../core/contract/api.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'
import { fill, t } from '../i18n/t.ts'

/** The system's title (R1.01–R1.03): the one of the host, else the customer's with its area, else the default. */
export function systemTitle(facts: AppFacts, user: UserInfo | undefined, host = location.hostname): string {
  const byHost = facts.hosts[host] ?? facts.hosts[host.split(':')[0] ?? '']
  if (byHost) return t(byHost)
  const areaName = user?.sysCustomer.areaName
  return areaName ? fill(t(facts.customerTitle ?? facts.title), { areaName: t(areaName) }) : t(facts.title)
}

export const defaultTitle = (app: ConsoleApp): string => t(currentConfig(app).manifest.app.title)

import type { ConsoleApp } from '../../app/app.ts'
import type { MenuItem, UserInfo } from '../../../core/contract/api.ts'
import type { Boot, Manifest, Page } from '../../../core/contract/configuration.ts'
import { AUTH_USERINFO, MENU_CURRENT } from '../calls/session-calls.ts'
import { send, setApi } from '../http/http.ts'

/**
 * Reads the configuration from plain files (`npm run build`) on a static host in front of an existing API. There is no
 * boot answer, so user and menu come from the API, and the scope's file is found by customer and area.
 */
/** area prefix ('' for none) → file of the scope */
type Index = Record<string, string>

/** A static host answers a missing file with 404, or with index.html. */
async function file<T>(path: string): Promise<T | undefined> {
  const answer = await fetch(`/config/${path}`)
  if (!answer.ok || answer.headers.get('content-type')?.includes('html')) return undefined
  return (await answer.json()) as T
}

async function scopeFile(customer: string, area: string): Promise<Manifest> {
  const index = (await file<Index>(`customers/${customer}.json`)) ?? (await file<Index>('customers/none.json')) ?? {}
  const prefix =
    Object.keys(index)
      .filter(one => area.startsWith(one))
      .toSorted((a, b) => b.length - a.length)[0] ?? ''
  const scope = index[prefix] === undefined ? undefined : await file<{ manifest: Manifest }>(index[prefix])
  if (!scope) throw new Error('找不到配置文件：请把 npm run build 生成的 dist/config 一并发布')
  return scope.manifest
}

export const staticManifest = (): Promise<Manifest> => scopeFile('none', '')

export async function staticBoot(app: ConsoleApp, route: string, language: string): Promise<Boot> {
  setApi(app, (await staticManifest()).app.api)
  const [user, menu] = await Promise.all([send<UserInfo>(app, AUTH_USERINFO), send<MenuItem[]>(app, MENU_CURRENT)])
  const manifest = await scopeFile(user.customerId, user.areaCode)
  const entry = manifest.pages[route]
  const texts = language === manifest.app.language ? undefined : manifest.locales[language]
  return {
    manifest,
    user,
    menu,
    ...(entry ? { page: (await file<Page>(`page/${entry.hash}`))! } : {}),
    ...(texts ? { texts: (await file<Record<string, string>>(`texts/${texts}`))! } : {}),
  }
}

import type { UserInfo } from '../../core/contract/api.ts'
import type { Boot } from '../../core/contract/configuration.ts'
import type { Configuration } from '../../core/index.ts'
import { hashToken } from '../session/login.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { NO_ANSWER, Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { backendFacts } from './backend-facts.ts'
import { askJson } from './client.ts'
import { ticks } from '../time/ticks.ts'
import { menuOf, signedInOf, userInfoOf } from './userinfo.ts'

/**
 * Users are cached for this time: each API answer needs the user's configuration version, and asking the backend each
 * time would double its load.
 */
const REMEMBER_MS = 60_000
const MOST = 5000

type Described = Pick<Boot, 'user' | 'menu' | 'backend'>

/** Resolves tokens to users and menus by asking the existing backend. */
export class UpstreamPeople {
  #upstream: URL
  #configuration: () => Configuration
  #known = new Map<string, { info: UserInfo | undefined; until: number }>()

  constructor(upstream: URL, configuration: () => Configuration) {
    this.#upstream = upstream
    this.#configuration = configuration
  }

  readonly identify = async (token: string): Promise<SignedIn | undefined> => {
    const info = await this.#infoOf(token)
    return info && signedInOf(info)
  }

  readonly describe = async (user: SignedIn, token: string): Promise<Described> => {
    const [info, menu] = await Promise.all([this.#infoOf(token), this.#ask('menu.current', token)])
    const scoped = this.#configuration().scope(scopeOf(user))
    return { user: info ?? userInfoOf(user), menu: menuOf(menu, user), backend: backendFacts(scoped) }
  }

  async #infoOf(token: string): Promise<UserInfo | undefined> {
    const key = hashToken(token)
    const known = this.#known.get(key)
    if (known && known.until > ticks()) return known.info
    const data = await this.#ask('auth.userinfo', token)
    const info = data === undefined ? undefined : userInfoOf(data)
    if (this.#known.size >= MOST) this.#known.clear()
    this.#known.set(key, { info, until: ticks() + REMEMBER_MS })
    return info
  }

  forget(token: string): void {
    this.#known.delete(hashToken(token))
  }

  /** The data of the envelope; undefined if the backend does not know the token. */
  async #ask(name: string, token: string): Promise<unknown> {
    const path = this.#configuration().scope({}).calls().get(name)?.path ?? ''
    const { status, body } = await askJson(this.#upstream, path, token).catch(() => {
      throw new Refusal(502, NO_ANSWER)
    })
    if (status === 401) return undefined
    if (status >= 400) throw new Refusal(502, SERVER_FAULT)
    return (body as { data?: unknown } | undefined)?.data
  }
}

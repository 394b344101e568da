import type { ConsoleApp } from '../app/app.ts'
import type { Boot } from '../../core/contract/configuration.ts'
import { currentConfig, ownUserId, readBoot, readVersion, takeBoot } from '../data/config/config.ts'
import { watchVersion } from '../data/http/http.ts'
import { restart, token } from '../data/session/session.ts'
import { offer } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'
import { hasUnsaved } from '../navigation/unsaved.ts'
import { reloadPage } from '../navigation/reload.ts'
import { hereOf, routeOf } from '../navigation/routes.ts'
import { tabs } from '../navigation/tabs.ts'

/** Nobody is in the middle of something after this time without a key, a click or a turn of the wheel. */
const CALM_MS = 1000
/**
 * When an open page asks whether there is a newer configuration; what it requests anyway tells it at once. Whoever has
 * just come to it or had a change is asked for first: they may be the one who edits. Thousands of pages stand open
 * beside them all day.
 */
const [SOON_MS, LATEST_MS] = [5000, 60_000]
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'input'] as const

/**
 * Takes a changed configuration over when its user does nothing for a second. Where it changes the open page and
 * something is being typed there, it asks first; what has been typed is done with, it asks no more.
 */
export function installTakeover(app: ConsoleApp): () => void {
  const stop = new AbortController()
  const takeover = new Takeover(app)
  const on = (name: string, run: (event: Event) => void): void =>
    window.addEventListener(name, run, { signal: stop.signal, capture: true, passive: true })
  for (const sign of SIGNS) on(sign, takeover.wait)
  on('input', ({ target }) => takeover.typed(target))
  on('keydown', event => {
    // what a query or a search was asked with is typed no more
    if ((event as KeyboardEvent).key === 'Enter') takeover.typed(undefined)
  })
  watchVersion(app, takeover.noticed)
  let next: ReturnType<typeof setTimeout>
  const look = async (ms: number): Promise<void> => {
    clearTimeout(next)
    const isNew = document.visibilityState === 'visible' && (await takeover.look())
    clearTimeout(next)
    if (!stop.signal.aborted) next = setTimeout(look, ms, isNew ? SOON_MS : Math.min(ms * 2, LATEST_MS))
  }
  const come = (): void => void look(SOON_MS)
  document.addEventListener('visibilitychange', come, { signal: stop.signal })
  window.addEventListener('focus', come, { signal: stop.signal })
  next = setTimeout(look, SOON_MS, SOON_MS)
  return () => {
    clearTimeout(next)
    stop.abort()
    watchVersion(app, () => {})
    takeover.end()
  }
}

class Takeover {
  readonly #app: ConsoleApp
  /** the version that waits, and what it comes with once it has been read */
  #due: string | undefined
  #boot: (Boot & { route: string }) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #typedIn: EventTarget | null | undefined
  #withdraw: (() => void) | undefined
  /** of the server's configuration, whoever reads it */
  #served = ''
  #isServed = true

  constructor(app: ConsoleApp) {
    this.#app = app
  }

  readonly typed = (target: EventTarget | null | undefined): void => {
    this.#typedIn = target
  }

  readonly noticed = (version: string): void => {
    const { boot, manifest } = currentConfig(this.#app)
    if (!boot || version === this.#due) return
    if (version === manifest.version) return this.#settle()
    this.#due = version
    this.#boot = undefined
    this.wait()
  }

  /** Begins to wait again, if anything waits. */
  readonly wait = (): void => {
    if (this.#due === undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#calm(), CALM_MS)
  }

  /** Asks the server; whether it has another version than before. */
  async look(): Promise<boolean> {
    if (!this.#isServed || !token()) return false
    const found = await readVersion(this.#served)
    if (found === 'nowhere') this.#isServed = false
    if (found === 'nowhere' || found === 'same') return false
    this.#served = found.served
    this.noticed(found.version)
    return true
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  async #calm(): Promise<void> {
    const waiting = this.#timer
    try {
      this.#boot ??= await readBoot(this.#app, hereOf(location.pathname))
    } catch {
      // the next answer names the version again
      return this.#settle()
    }
    if (waiting !== this.#timer) return
    if (this.#boot.user.id !== ownUserId(this.#app)) return restart()
    if (this.#changesPage(this.#boot) && this.#isTyping()) this.#ask()
    else this.#take(this.#boot)
  }

  #settle(): void {
    this.#due = this.#boot = undefined
    this.#withdraw?.()
    this.#withdraw = undefined
  }

  #changesPage({ manifest }: Boot): boolean {
    const route = hereOf(location.pathname)
    return manifest.pages[route]?.hash !== currentConfig(this.#app).manifest.pages[route]?.hash
  }

  #isTyping(): boolean {
    return hasUnsaved(this.#app) || (Boolean(this.#typedIn) && this.#typedIn === document.activeElement)
  }

  #ask(): void {
    this.#withdraw ??= offer(this.#app, {
      level: 'info',
      text: t('系统配置已更新，本页有变化；已填写的内容会保留'),
      offer: {
        word: t('立即更新'),
        take: () => {
          if (this.#boot) this.#take(this.#boot)
        },
      },
    })
  }

  #take(boot: Boot & { route: string }): void {
    const isForm = currentConfig(this.#app).manifest.pages[hereOf(location.pathname)]?.kind === 'form'
    const isChanged = this.#changesPage(boot)
    this.#settle()
    takeBoot(this.#app, boot)
    tabs(this.#app).retitle(({ url }) => boot.manifest.pages[routeOf(url.split('?')[0] ?? '')]?.title)
    // a form keeps its page while it is in use; drawn anew it restores what has been typed
    if (isForm && isChanged) reloadPage(this.#app)
  }
}
